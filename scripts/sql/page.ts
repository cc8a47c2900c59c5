import { calledIn, type StoredFunction } from "./functions";
import type { Explained } from "./plan";
import type { Asked } from "./requests";

const origin = "-- Written by `bun run sql`.";
const commented = (lines: readonly string[]) => lines.map((line) => `-- ${line}`.trimEnd());
const linked = (names: readonly string[]) =>
  names.map((name) => `functions/${name}.sql`).join(", ");

/** The file of a request: every statement that PostgreSQL receives, with its values and plan. */
export function requestPage(
  { path, hasMeilisearch }: Asked,
  statements: readonly Explained[],
  functions: readonly StoredFunction[],
): string {
  const called = calledIn(statements.map(({ text }) => text).join("\n"), functions);
  const head = [
    `GET ${path}${hasMeilisearch ? " with SEARCH_BACKEND=meilisearch" : ""}`,
    `Statements: ${statements.length}`,
    ...(called.length === 0 ? [] : [`Functions: ${linked(called)}`]),
  ];
  const parts = statements.map(statementPart);
  return `${[[...commented(head), origin].join("\n"), ...parts].join("\n\n")}\n`;
}

function statementPart({ text, parameters, plan }: Explained): string {
  const lines = [...commented(parameters), `${text};`];
  if (plan === undefined) return lines.join("\n");
  const kind = plan.isGeneric ? "for any values" : "for these values, made anew for others";
  const inner = plan.inner.flatMap(({ place, lines }) => ["", `Inside ${place}:`, ...lines]);
  return [...lines, "", ...commented([`Plan ${kind}:`, ...plan.lines, ...inner])].join("\n");
}

/** The file of an SQL function. */
export function functionPage(
  { name, definition, triggers }: StoredFunction,
  functions: readonly StoredFunction[],
): string {
  const called = calledIn(definition, functions).filter((other) => other !== name);
  const head = [
    ...(called.length === 0 ? [] : [`Calls: ${called.map((each) => `${each}.sql`).join(", ")}`]),
    ...triggers.map((trigger) => `Trigger: ${trigger.replace(/^CREATE TRIGGER /, "")}`),
  ];
  return `${[...commented(head), origin].join("\n")}\n\n${definition.trimEnd()};\n`;
}
