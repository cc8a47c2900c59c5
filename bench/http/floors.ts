import type { Part } from "../part";
import { listCases } from "./cases";
import { measureReads, readColumns } from "./reads";
import { measureRequests, type Requests } from "./requests";

/**
 * What a request costs before and beside the catalog: Bun alone, statements through the driver alone, the
 * service without a statement, and an answer in its codings.
 */
export const http: Part = {
  name: "http",
  about:
    "floors: Bun alone, the driver alone, the service without a statement; codings of one answer",
  sized: true,
  columns: readColumns,
  async run(bench) {
    const catalog = await bench.catalog();
    const { floors, cold } = catalog;
    const bare = { pid: floors.pid };
    const places: Requests[] = [
      { name: "Bun alone, a detail's bytes", urls: [`${floors.bare}/bytes`], ...bare },
      { name: "Bun and the driver, select 1", urls: [`${floors.bare}/select-1`], ...bare },
      { name: "Bun and the driver, a lookup by key", urls: [`${floors.bare}/lookup`], ...bare },
      { name: "Bun and the driver, page 1 of movies", urls: [`${floors.bare}/page`], ...bare },
      { name: "a lookup by key", urls: [`${floors.lookup}/floor/lookup`], ...bare },
      { name: "/health/live", urls: [`${cold.url}/health/live`], pid: cold.pid },
    ];
    const [list] = listCases(catalog.scale.movies);
    if (list === undefined) return [];
    const codings = ["identity", "gzip", "zstd"].map((coding) => ({
      ...list,
      name: `${list.name}, ${coding}`,
      headers: { "accept-encoding": coding },
    }));
    const { headers } = await fetch(`${cold.url}/api/v1${list.paths[0]}`);
    const unchanged = {
      ...list,
      name: `${list.name}, unchanged (304)`,
      headers: { "if-none-match": headers.get("etag") ?? "" },
      status: 304,
    };
    const rows = await measureRequests(bench, catalog, places);
    return [...rows, ...(await measureReads(bench, catalog, [...codings, unchanged]))];
  },
};
