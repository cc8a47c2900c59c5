import { EXTERNAL_ID_MAX } from "~/bounds";
import { readExternalReference } from "~/http/request/reference";
import { type FindSource, findSources } from "~/provider/find";

/** What one line of a file names: an id of the provider, or a reference to another site; undefined: nothing. */
export type Named = number | `${FindSource}:${string}` | undefined;

/** One line of a file that is not blank. */
export type FileLine = {
  /** Number of the line, from 1. */
  line: number;
  text: string;
  names: Named;
  popularity?: number;
  adult?: boolean;
  /** What the keys of the provider's own file say about its kind; `unclear`: one of several kinds. */
  tells?: "movie" | "series" | "person" | "unclear";
};

const digits = /^[1-9][0-9]{0,9}$/;

/** A number of the provider, in the one spelling that jobs have. */
export function idIn(text: string): number | undefined {
  const id = digits.test(text) ? Number(text) : 0;
  return id >= 1 && id <= EXTERNAL_ID_MAX ? id : undefined;
}

/** An id of the provider, or a reference to it or to a site that it can be asked about. */
export function referenceIn(text: string): Named {
  const reference = readExternalReference(text);
  if (reference?.source === "tmdb") return Number(reference.value);
  const source = findSources.find((name) => name === reference?.source);
  return source && `${source}:${reference?.value}`;
}

/** `603`, `tmdb:603`, `imdb:tt0133093`, `tt0133093` and the like. */
export const namedBy = (text: string): Named =>
  idIn(text) ?? referenceIn(/^(tt|nm)/.test(text) ? `imdb:${text}` : text);

/** A line of a list: a JSON object of the provider's daily file, or what {@link namedBy} reads. */
export const readLine = (line: number, text: string): FileLine =>
  text.startsWith("{") ? readObject(line, text) : { line, text, names: namedBy(text) };

function readObject(line: number, text: string): FileLine {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, text, names: undefined };
  }
  const { id, popularity, adult } = value;
  return {
    line,
    text,
    names: typeof id === "number" || typeof id === "string" ? idIn(String(id)) : undefined,
    ...popularityIn(String(popularity ?? "")),
    ...adultIn(String(adult ?? "")),
    ...tellOf(value),
  };
}

/** What a file tells of an entry besides its id; some write numbers and truth values as text. */
export const popularityIn = (text: string): Pick<FileLine, "popularity"> =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? { popularity: Number(text) } : {};
export const adultIn = (text: string): Pick<FileLine, "adult"> =>
  text === "" ? {} : { adult: /^(true|1)$/i.test(text) };

/** The daily files of collections, companies and keywords have the same keys. */
function tellOf(value: Record<string, unknown>): Pick<FileLine, "tells"> {
  if ("original_title" in value) return { tells: "movie" };
  if ("original_name" in value) return { tells: "series" };
  if (!("name" in value)) return {};
  return { tells: "popularity" in value ? "person" : "unclear" };
}
