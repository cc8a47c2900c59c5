import { parseArgs } from "node:util";
import { judge, report, type Verdict } from "./judged";
import { openSet, querySets } from "./sets";

/**
 * `bun run bench:search`: quality and times of judged searches, class by class. `bun run bench quality` groups
 * the classes.
 */
const { values } = parseArgs({
  options: {
    /** Also searches among 2.3 million names, which take minutes to fill. */
    large: { type: "boolean", default: false },
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

for (const set of querySets(values.large)) {
  await using open = await openSet(set, values.keep);
  const { db, queries, names } = open;
  await judge(db, queries.slice(0, 50), names, set.kinds);
  show(set.name, await judge(db, queries, names, set.kinds));
}
