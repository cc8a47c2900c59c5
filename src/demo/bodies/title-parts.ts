import { watchProvidersById } from "~/demo/catalog";
import { hexIdOf } from "~/demo/numbers";
import type { Movie } from "~/demo/schema/movie";
import type { Body } from "./body";

/** Alternative titles with their country and, where they have one, their type. */
export function alternativeTitleRows(titles: Movie["alternative_titles"] = []): Body[] {
  return titles.map(({ country, title, type = "" }) => ({ iso_3166_1: country, title, type }));
}

/** The publication date of all videos of the demo. */
const publishedAt = "2024-05-01T12:00:00.000Z";

/** Invented videos, one of each type; their keys lead nowhere. */
export function videoRows(title: string, types: readonly string[] = []): Body[] {
  return types.map((type, index) => ({
    iso_639_1: "en",
    iso_3166_1: "US",
    name: type,
    key: `demo-${title}-${type.toLowerCase().replaceAll(" ", "-")}${index + 1}`,
    site: "YouTube",
    size: 1080,
    type,
    official: index === 0,
    published_at: publishedAt,
    id: hexIdOf(`video ${title} ${index}`),
  }));
}

function offerRow(id: number): Body {
  const provider = watchProvidersById.get(id);
  if (provider === undefined) throw new Error(`The demo has no watch provider ${id}`);
  return {
    logo_path: `/demo-watch-${id}-logo.png`,
    provider_id: id,
    provider_name: provider.name,
    display_priority: [...watchProvidersById.keys()].indexOf(id),
  };
}

/** Offers by country, with links below `page`; a kind without offers has no key. */
export function watchOffers(page: string, countries: Movie["watch_providers"] = {}): Body {
  const results = Object.entries(countries).map(([country, offers]) => {
    const rows = Object.entries(offers).map(([kind, ids]) => [kind, ids.map(offerRow)]);
    return [country, { link: `${page}/watch?locale=${country}`, ...Object.fromEntries(rows) }];
  });
  return { results: Object.fromEntries(results) };
}
