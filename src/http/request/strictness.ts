import { type AnyElysia, Elysia } from "elysia";
import { ApiError, type Detail } from "~/http/errors";
import { strangeBody } from "./closed-body";
import { refusal } from "./problems";
import { type Parameters, readParameters } from "./query";
import { type RouteTable, routeTable } from "./route-table";

/** What is wrong with a request before any schema is asked. */
type Findings = { malformed: boolean; details: Detail[] };

const nothing: Parameters = { ignored: [], problems: [], malformed: false };

/** The table of an application's routes, read when first asked for: by then all of them are there. */
export function lazyTable(routes: () => AnyElysia["routes"]): () => RouteTable {
  let built: RouteTable | undefined;
  return () => {
    built ??= routeTable(routes());
    return built;
  };
}

/**
 * Finds what Elysia's own validation repairs or never sees (query.ts, closed-body.ts). It is found
 * before validation, when the body is still whole, but told later: who may not call a route at all is
 * refused by the route's own hooks in between, and learns nothing about its parameters.
 */
export class Strictness {
  readonly #findings = new WeakMap<Request, Findings>();
  readonly #table: () => RouteTable;

  constructor(table: () => RouteTable) {
    this.#table = table;
  }

  /** The refusal for what was found and what the schema found after it; once per field. */
  refusal(request: Request, bySchema: readonly Detail[]): ApiError {
    const { malformed, details } = this.#findings.get(request) ?? { malformed: false, details: [] };
    if (malformed) return new ApiError("malformed_request");
    const judged = new Set(details.map(({ in: place, field }) => `${place} ${field}`));
    if (judged.has("body body")) return refusal(details);
    const isJudged = ({ in: place, field }: Detail) =>
      field
        .split(".")
        .some((_, n, parts) => judged.has(`${place} ${parts.slice(0, n + 1).join(".")}`));
    const others = bySchema.filter((each) => !isJudged(each));
    return refusal([...details, ...others]);
  }

  /** Both steps as hooks of every route. */
  plugin() {
    return new Elysia({ name: "strictness" })
      .onTransform({ as: "global" }, ({ request, route, body, set }) => {
        const { url, method } = request;
        const start = url.indexOf("?");
        if (start === -1 && (method === "GET" || method === "HEAD")) return;
        const schemas = this.#table().declared(method, route);
        const query = start === -1 ? nothing : readParameters(url.slice(start + 1), schemas?.query);
        if (query.ignored.length > 0) set.headers["x-ignored-params"] = query.ignored.join(", ");
        const details = [...query.problems, ...strangeBody(schemas?.body, body)];
        if (!query.malformed && details.length === 0) return;
        this.#findings.set(request, { malformed: query.malformed, details });
      })
      .onBeforeHandle({ as: "global" }, ({ request }) => {
        if (this.#findings.has(request)) throw this.refusal(request, []);
      });
  }
}
