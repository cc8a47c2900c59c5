import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** The innermost record with an id on the way to `path`, for whoever has to find it in the file. */
function recordAt(value: unknown, path: string): string {
  let label = "";
  let here = value;
  for (const step of path.split("/").slice(1)) {
    if (typeof here !== "object" || here === null) break;
    here = Object.entries(here).find(([key]) => key === step)?.[1];
    if (typeof here === "object" && here !== null && "id" in here) label = ` (id ${here.id})`;
  }
  return label;
}

/** What in a file is not as its schema says: where, in which record, what is allowed and what is there. */
export function problemsOf(file: string, schema: TSchema, value: unknown): string[] {
  return [...Value.Errors(schema, value)].map((error) => {
    const expected = error.schema.description;
    const message = expected === undefined ? error.message : `Expected ${expected}`;
    const found = error.value === undefined ? "" : `, found ${JSON.stringify(error.value)}`;
    return `${file}${error.path}${recordAt(value, error.path)}: ${message}${found}`;
  });
}
