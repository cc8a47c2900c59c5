import openapi from "../../docs/openapi.json";
import { known } from "./service";

type Parameter = { name: string; in: string };
type Documented = {
  parameters?: Parameter[];
  requestBody?: { content: object };
  responses: Record<string, { content?: object }>;
  security?: Record<string, unknown>[];
};

/** An operation of the published document; `path` names what the test catalog holds. */
export type Operation = {
  method: string;
  /** As documented, below /api/v1: "/movies/{id}". */
  template: string;
  path: string;
  query: string[];
  hasBody: boolean;
  /** Whether its body is a file instead of JSON. */
  takesFile: boolean;
  as: "account" | "operator" | undefined;
};

/** The kind of record that stands at the place of `{id}`. */
export function kindAt(template: string): keyof typeof known {
  if (template === "/admin/catalog/{kind}/{id}") return "movie";
  if (template.startsWith("/admin/imports")) return "import";
  const [, room = ""] = template.split("/");
  const kinds = { movies: "movie", series: "series", people: "person", companies: "company" };
  const others = { collections: "collection", genres: "genre", keywords: "keyword" };
  const rest = { seasons: "season", episodes: "episode", admin: "job" };
  const kind = { ...kinds, ...others, ...rest }[room];
  if (kind === undefined) throw new Error(`${template} has no kind`);
  return kind as keyof typeof known;
}

const filled = (template: string): string =>
  template
    .replace("{kind}/{id}", `movie/${known.movie}`)
    .replace(/\{(?:id|job_id|import_id)\}/, () => known[kindAt(template)])
    .replace(/\{\w+_number\}/g, "1");

/** Whether an operation answers with a stream that does not end by itself. */
const isEndless = ({ security = [], responses }: Documented): boolean =>
  security.length === 0 && "text/event-stream" in (responses["200"]?.content ?? {});

/** All operations below /api/v1, without public streams, which never end. */
export const operations: Operation[] = Object.entries(openapi.paths).flatMap(([full, methods]) => {
  if (!full.startsWith("/api/v1")) return [];
  const template = full.slice("/api/v1".length);
  const ending = Object.entries(methods as Record<string, Documented>).filter(
    ([, documented]) => !isEndless(documented),
  );
  return ending.map(([method, documented]) => ({
    method: method.toUpperCase(),
    template,
    path: filled(template),
    query: (documented.parameters ?? []).flatMap((each) => (each.in === "query" ? each.name : [])),
    hasBody: Object.hasOwn(documented.requestBody?.content ?? {}, "application/json"),
    takesFile: Object.hasOwn(documented.requestBody?.content ?? {}, "text/plain"),
    as: Object.keys(documented.security?.[0] ?? {})[0] as Operation["as"],
  }));
});

/** What an operation cannot do without. */
const needed: Record<string, string> = {
  "/search": "query=tide",
  "/entities": "refs=movie/tmdb:1",
};

/** The path with a query string, and with what the operation needs as well. */
export function asking({ path, template }: Operation, query: string): string {
  const [name] = needed[template]?.split("=") ?? [];
  const isComplete = name === undefined || new RegExp(`(^|&)${name}=`).test(query);
  return isComplete ? `${path}?${query}` : `${path}?${needed[template]}&${query}`;
}

/** What each operation answers, by its template; as one object, so that a failure shows all. */
export async function each<Given extends Operation>(
  list: readonly Given[],
  outcome: (operation: Given) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const entries = list.map(async (operation) => {
    return [`${operation.method} ${operation.template}`, await outcome(operation)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** That object when all answers are the same. */
export const all = (list: readonly Operation[], answer: unknown): Record<string, unknown> =>
  Object.fromEntries(list.map(({ method, template }) => [`${method} ${template}`, answer]));
