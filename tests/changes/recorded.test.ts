import { describe, setDefaultTimeout, test } from "bun:test";
import { ingestion } from "../ingest/support";
import type { Json } from "../support/bodies/overrides";
import { recorded } from "../support/recorded";
import { expectExact, turned } from "./told";

setDefaultTimeout(120_000);

/** Of every so many recorded titles one is ingested: those with two recordings always. */
const EVERY = 12;

const kinds = [
  ["movie", "movie_details", /^\/movie\/(\d+)$/],
  ["series", "tv_details", /^\/tv\/(\d+)$/],
] as const;

describe.skipIf(recorded === undefined)("recorded titles", () => {
  for (const [kind, folder, path] of kinds) {
    test(`N62: a ${kind} that was recorded twice, and lists in another order, change exactly what differs`, async () => {
      await using pipeline = await ingestion();
      for (const [place, full] of (recorded?.paths(folder) ?? []).entries()) {
        const id = Number(path.exec(full)?.[1]);
        const body = recorded?.composed(folder, full);
        const others = recorded?.bodies(folder).filter((each) => each.path === full) ?? [];
        if (!id || body === undefined || (others.length < 2 && place % EVERY !== 0)) continue;
        const again = others.map((each) => ({ ...body, ...each.body(), id }));
        await expectExact(pipeline, kind, id, [body, ...again, turned(again.at(-1)) as Json]);
      }
    });
  }
});
