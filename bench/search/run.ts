import { parseArgs } from "node:util";
import { inScratch } from "../scratch";
import { bulkQueries, hasBulk, loadBulk } from "./bulk";
import { loadDemo } from "./demo";
import { demoQueries } from "./demo-queries";
import { judge, report, type Verdict } from "./judged";
import { providerNames } from "./names";

const { values } = parseArgs({
  options: {
    /** Keeps the scratch databases, and uses those that an earlier run kept. */
    keep: { type: "boolean", default: false },
    /** Also prints each query whose answer did not come first. */
    misses: { type: "boolean", default: false },
  },
});

function show(title: string, verdicts: readonly Verdict[]): void {
  console.log(`\n## ${title}\n`);
  for (const line of report(verdicts)) console.log(line);
  if (!values.misses) return;
  for (const { query, place, found } of verdicts) {
    if (place === 1) continue;
    console.log(JSON.stringify({ ...query, place: place ?? null, found: found.slice(0, 3) }));
  }
}

show(
  "Demo catalog, our own queries",
  await inScratch("bench_search_demo", values.keep, async ({ db, fresh }) => {
    if (fresh) await loadDemo(db);
    return judge(db, demoQueries, await providerNames(db));
  }),
);

if (hasBulk()) {
  const kinds = ["movie", "series", "person", "collection", "company"] as const;
  show(
    "The provider's bulk data and its queries",
    await inScratch("bench_search_bulk", values.keep, async ({ db, fresh }) => {
      if (fresh) await loadBulk(db);
      const [queries, names] = [await bulkQueries(), await providerNames(db)];
      await judge(db, queries.slice(0, 50), names, kinds);
      return judge(db, queries, names, kinds);
    }),
  );
} else {
  console.log("\nThere is no bulk data beside this repository; its queries are left out.");
}
