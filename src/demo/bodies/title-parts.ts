import { hexIdOf } from "~/demo/numbers";
import { watchProviders } from "~/demo/reference/lookup";
import { itemsOf, partsOf } from "~/demo/rows";
import type { Body } from "./body";

/** Alternative titles from "DE Title (type)" rows. */
export function alternativeTitleRows(text: string | undefined): Body[] {
  return itemsOf(text).map((item) => {
    const row = partsOf(item, /^(?<country>[A-Z]{2}) (?<title>.+?)(?: \((?<type>[^()]+)\))?$/);
    return { iso_3166_1: row.country, title: row.title, type: row.type ?? "" };
  });
}

/** When the demo says all its videos were published. */
const publishedAt = "2024-05-01T12:00:00.000Z";

/** Videos of our own; their keys lead nowhere. */
export function videoRows(title: string, text: string | undefined): Body[] {
  return itemsOf(text).map((type, index) => ({
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

function offerRows(ids: string): Body[] {
  return ids.split(" ").map((written) => {
    const row = watchProviders.get(Number(written));
    if (row === undefined) {
      throw new Error(`The demo has no watch provider ${written}`);
    }
    return {
      logo_path: `/demo-watch-${row.id}-logo.png`,
      provider_id: row.id,
      provider_name: row.name,
      display_priority: [...watchProviders.keys()].indexOf(row.id),
    };
  });
}

/** Offers by country from "US flatrate 8 337, rent 2" rows; a kind without offers has no key. */
export function watchOffers(link: string, text: string | undefined): Body {
  const countries = itemsOf(text).map((item) => {
    const { country = "", offers = "" } = partsOf(item, /^(?<country>[A-Z]{2}) (?<offers>.+)$/);
    const kinds = offers.split(", ").map((offer) => {
      const row = partsOf(offer, /^(?<kind>flatrate|rent|buy|ads|free) (?<ids>[\d ]+)$/);
      return [row.kind ?? "", offerRows(row.ids ?? "")] as const;
    });
    return [
      country,
      { link: `${link}/watch?locale=${country}`, ...Object.fromEntries(kinds) },
    ] as const;
  });
  return { results: Object.fromEntries(countries) };
}
