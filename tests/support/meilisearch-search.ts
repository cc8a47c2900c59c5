/** A document as it was sent. */
export type StoredDocument = Record<string, unknown>;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const searchable = ["title", "original_title", "alternate_titles", "overview"];

const textsOf = (document: StoredDocument): string[] =>
  searchable
    .flatMap((field) => document[field] ?? [])
    .filter((value): value is string => typeof value === "string");

/**
 * docs capabilities/full_text_search/relevancy/synonyms: a word is also searched for as what it stands for,
 * of several words, too. docs …/matching_strategy `all`: every word has to be there; the last one may
 * be a beginning (docs …/prefix_search). Typos are left to the real one.
 */
export function matches(
  document: StoredDocument,
  query: string,
  settings: Record<string, unknown>,
): boolean {
  const synonyms = settings.synonyms as Record<string, string[]>;
  const known = textsOf(document).flatMap(wordsOf);
  const words = wordsOf(query).slice(0, 10);
  return words.every((word, place) =>
    [word, ...(synonyms[word] ?? [])].some((spelling) =>
      wordsOf(spelling).every((part) =>
        known.some((other) =>
          place === words.length - 1 ? other.startsWith(part) : other === part,
        ),
      ),
    ),
  );
}

/** docs …/relevancy/ranking_score: 0 to 1; here the share of the title that was asked for. */
export function rankingScore(document: StoredDocument, query: string): number {
  const title = wordsOf(String(document.title)).join("").length;
  const asked = wordsOf(query).join("").length;
  return Math.max(0.05, Math.min(1, asked / Math.max(1, title)));
}

const clause = /^(\w+) (?:= (\w+)|IN \[([\w, ]+)\])$/;

/**
 * docs capabilities/filtering_sorting_faceting/filter_expression_reference: an array is a conjunction; `a = b` and `a IN [b, c]`.
 * Undefined where an attribute is not among the filterable ones.
 */
export function parseFilter(
  filter: readonly string[],
  filterable: readonly unknown[],
): ((document: StoredDocument) => boolean) | undefined {
  const clauses = filter.map((text) => {
    const [, attribute = "", value, values] = clause.exec(text) ?? [];
    return { attribute, allowed: value === undefined ? (values ?? "").split(", ") : [value] };
  });
  if (clauses.some(({ attribute }) => !filterable.includes(attribute))) return undefined;
  return (document) =>
    clauses.every(({ attribute, allowed }) => allowed.includes(String(document[attribute])));
}
