import type { TSchema } from "@sinclair/typebox";
import { editDistance } from "~/edit-distance";
import { OneOf } from "./fields";

/** The parameter that every request may carry: whether parameters that nobody reads are refused. */
export const strictParameter = {
  name: "strict",
  schema: OneOf(["true", "false"], {
    default: "false",
    description:
      "Whether parameters that this path does not know are refused with 422; otherwise they are ignored and named in X-Ignored-Params",
  }),
} as const;

/** A parameter of a route by one of its names; `name` is its first one. */
type Parameter = { name: string; schema: TSchema };

type Parameters = ReadonlyMap<string, Parameter>;

function parametersIn(query: TSchema | undefined): Parameters {
  const properties: Record<string, TSchema> = query?.properties ?? {};
  const own = Object.entries(properties).map(([name, schema]) => ({ name, schema }));
  const aliased = own.filter(({ schema }) => typeof schema.alias === "string");
  return new Map([
    ...aliased.map((each): [string, Parameter] => [each.schema.alias, each]),
    ...[...own, strictParameter].map((each): [string, Parameter] => [each.name, each]),
  ]);
}

const withoutQuery = parametersIn(undefined);
const byQuery = new WeakMap<TSchema, Parameters>();

/** The parameters of a route, by all their names, from the schema of its query. */
export function parametersOf(query: TSchema | undefined): Parameters {
  if (query === undefined) return withoutQuery;
  const known = byQuery.get(query) ?? parametersIn(query);
  byQuery.set(query, known);
  return known;
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The parameter that a name was probably meant to be; undefined when none is spelled nearly so. */
export function nearestParameter(name: string, parameters: Parameters): string | undefined {
  const given = lettersOf(name);
  const distances = [...parameters.keys()].map((each): [string, number] => {
    const letters = lettersOf(each);
    const most = letters.length < 4 ? 0 : letters.length < 8 ? 1 : 2;
    const typos = editDistance(given, letters, most);
    return [each, typos > most ? Number.POSITIVE_INFINITY : typos];
  });
  const [nearest] = distances.filter(([, typos]) => typos < 3).sort(([, a], [, b]) => a - b);
  return nearest?.[0];
}
