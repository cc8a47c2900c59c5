import { bounds, lengths } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";
import { Quota } from "~/provider/reading/quota";
import { type Monetization, monetizations } from "~/vocabulary";

/** One offer: a watch provider and how it is paid for. */
export type ProviderOffer = {
  monetization: Monetization;
  external_id: number;
  name: string;
  logo_path: string | null;
  display_priority: number | null;
};

/** All offers of a title in one country; `link` is the provider's page about them. */
export type ProviderCountryOffers = {
  country: string;
  link: string | null;
  offers: ProviderOffer[];
};

/** The appended `watch/providers`; null if the body has no such part, [] if nobody offers the title. */
export function readOfferings(body: Fields): ProviderCountryOffers[] | null {
  const quota = new Quota(bounds.offers);
  const offersIn = (block: Fields) => (monetization: Monetization) =>
    block.list(monetization, (item) => readOffer(item, monetization), quota) ?? [];
  const readBlock = (key: string, block: Fields): ProviderCountryOffers | null => {
    if (!/^[A-Z]{2}$/.test(key)) return block.drop("country code");
    const link = block.webAddress("link");
    return { country: key, link, offers: monetizations.flatMap(offersIn(block)) };
  };
  const results = body.object("watch/providers")?.object("results");
  return results?.entries(readBlock, new Quota(bounds.countries, quota)) ?? null;
}

function readOffer(item: Fields, monetization: Monetization): ProviderOffer | null {
  const external_id = item.id("provider_id");
  if (external_id === null) return item.drop("provider_id");
  const name = item.name("provider_name", lengths.shared_name);
  if (name === null) return item.drop("provider_name");
  return {
    monetization,
    external_id,
    name,
    logo_path: item.imagePath("logo_path"),
    display_priority: item.integer("display_priority"),
  };
}
