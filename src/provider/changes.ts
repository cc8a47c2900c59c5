import { EXTERNAL_ID_MAX } from "~/bounds";
import type { Provider, ProviderResponse } from "./http/client";
import { ProviderError } from "./http/errors";

/** The kinds whose changes the provider lists, with its words for them in paths. */
const words = { movie: "movie", series: "tv", person: "person" } as const;
export type ChangeListKind = keyof typeof words;
export const changeListKinds = ["movie", "series", "person"] as const satisfies ChangeListKind[];

/** The provider serves no later page. */
const MOST_PAGES = 500;

/** A page of a list of changes: ids that it names, each once, and how many pages the list has. */
export type ProviderChanges = { external_ids: number[]; pages: number };

/** A page, from 1, of what changed on a day (YYYY-MM-DD, UTC). Whether the last day counts is not said: it may. */
export const fetchChanges = (
  provider: Provider,
  kind: ChangeListKind,
  { day, page }: { day: string; page: number },
): Promise<ProviderResponse> =>
  provider.get(`/${words[kind]}/changes`, {
    start_date: day,
    end_date: dayAfter(day),
    page: String(page),
  });

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Reads a page; ids that are null or no ids are left out. Throws `provider_payload_invalid`. */
export function readChanges(body: Record<string, unknown>): ProviderChanges {
  const { results, total_pages } = body;
  if (!Array.isArray(results)) {
    throw new ProviderError("provider_payload_invalid", "The list of changes has no results.");
  }
  const ids = results.map((item: unknown) =>
    typeof item === "object" && item !== null && "id" in item ? item.id : null,
  );
  const pages = Number.isSafeInteger(total_pages) ? Number(total_pages) : 1;
  return {
    external_ids: [...new Set(ids.filter(isId))],
    pages: Math.min(Math.max(pages, 1), MOST_PAGES),
  };
}

const isId = (id: unknown): id is number =>
  Number.isInteger(id) && Number(id) > 0 && Number(id) <= EXTERNAL_ID_MAX;
