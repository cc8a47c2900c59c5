import { Elysia } from "elysia";
import { synchronous } from "~/http/synchronous";
import { MOST_TAGS, readTag, writeTag } from "./language-tags";
import type { RouteTable } from "./route-table";

const quality = /^q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i;

/** The weight of a part of the header, 0 to 1; undefined where it is not to be understood. */
function weightOf(parameters: readonly string[]): number | undefined {
  if (parameters.length === 0) return 1;
  const [, weight] = (parameters.length === 1 && quality.exec(parameters[0] ?? "")) || [];
  return weight === undefined ? undefined : Number(weight);
}

/**
 * The best tags of an `Accept-Language`, at most five, separated by commas: by weight, equal ones in their order.
 * What is not wanted (`q=0`), `*`, other forms of tags and everything that cannot be read are left out.
 */
export function acceptedLanguages(header: string): string {
  const accepted = new Map<string, number>();
  for (const part of header.split(",")) {
    const [text = "", ...parameters] = part.split(";").map((each) => each.trim());
    const [tag, weight] = [readTag(text), weightOf(parameters)];
    if (tag === undefined || weight === undefined || weight === 0) continue;
    const written = writeTag(tag);
    accepted.set(written, Math.max(weight, accepted.get(written) ?? 0));
  }
  const best = [...accepted].sort(([, a], [, b]) => b - a);
  return best
    .slice(0, MOST_TAGS)
    .map(([tag]) => tag)
    .join(",");
}

/** The value of a parameter `language` that stands for what the client accepts. */
const AUTO = "auto";

/**
 * The tags of a value of the parameter: those that a request accepts for `auto`, else the value. Such an answer says
 * that it varies by them, so nobody keeps it under its URL alone.
 */
export function acceptedOr(
  language: string,
  { headers }: Request,
  set: { headers: Record<string, unknown> },
): string {
  if (language.toLowerCase() !== AUTO) return language;
  set.headers.vary = "accept-language";
  return acceptedLanguages(headers.get("accept-language") ?? "");
}

/** Puts the languages that the client accepts in the place of `language=auto`. */
export const acceptLanguage = (table: () => RouteTable) =>
  new Elysia({ name: "accept-language" }).onBeforeHandle(
    { as: "global" },
    synchronous(({ request, route, query, set }) => {
      const given = query as { language?: string };
      const { language } = given;
      if (language?.toLowerCase() !== AUTO) return;
      const declared = table().declared(request.method, route)?.query;
      if (declared?.properties.language === undefined) return;
      given.language = acceptedOr(language, request, set);
    }),
  );

/** Whether the answer to a request depends on more of the request than its URL and the codings it accepts. */
export const variesByLanguage = ({ headers }: { headers: Record<string, unknown> }): boolean =>
  headers.vary === "accept-language";
