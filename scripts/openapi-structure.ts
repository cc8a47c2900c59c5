/**
 * `bun scripts/openapi-structure.ts <revision>`: fails when docs/openapi.json of the working tree says
 * something else than that of a revision. Descriptions, examples, titles and the order of keys may differ.
 */
type Json = { [key: string]: unknown };

const text = new Set(["description", "title", "summary"]);
const examples = new Set(["example", "examples"]);
/** Keywords whose keys are names chosen by the document. */
const maps = new Set(["properties", "patternProperties", "schemas", "responses", "headers"]);

function structureOf(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => structureOf(each));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value as Json).filter(
    ([key, each]) => isMap || !(examples.has(key) || (text.has(key) && typeof each === "string")),
  );
  const sorted = kept.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, each]) => [key, structureOf(each, maps.has(key))]));
}

/** The paths at which two structures differ. */
function differences(before: unknown, after: unknown, path: string): string[] {
  const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
  if (!isObject(before) || !isObject(after)) {
    return Object.is(before, after)
      ? []
      : [`${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(before[key], after[key], `${path}/${key}`));
}

const [revision = "HEAD"] = process.argv.slice(2);
const committed: unknown = JSON.parse(await Bun.$`git show ${revision}:docs/openapi.json`.text());
const current: unknown = await Bun.file("docs/openapi.json").json();
const found = differences(structureOf(committed), structureOf(current), "");
for (const line of found) console.error(line);
console.log(`docs/openapi.json: ${found.length} structural differences from ${revision}`);
process.exitCode = found.length > 0 ? 1 : 0;

export {};
