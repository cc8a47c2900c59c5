import { reconcileChildren } from "~/db/children";
import type { Db } from "~/db/client";
import { offering_links, offerings } from "~/db/schema";
import { type Ids, idOf } from "~/ingest/shared-records";
import type { ProviderCountryOffers } from "~/provider/parts/watch-providers";

/** Makes the offers of a title, and the link of each country, equal to the provider's. */
export async function reconcileOfferings(
  db: Db,
  title_id: string,
  countries: ProviderCountryOffers[],
  watch_provider_ids: Ids,
  keep: boolean,
): Promise<void> {
  const offers = countries.flatMap(({ country, offers }) =>
    offers.map(({ monetization, external_id, display_priority }) => ({
      title_id,
      country,
      monetization,
      watch_provider_id: idOf(watch_provider_ids, external_id),
      display_priority,
    })),
  );
  const key = ["country", "monetization", "watch_provider_id"];
  await Promise.all([
    reconcileChildren(db, offerings, { owner: ["title_id"], key, keep }, offers),
    reconcileChildren(
      db,
      offering_links,
      { owner: ["title_id"], key: ["country"], keep },
      countries.map(({ country, link }) => ({ title_id, country, link })),
    ),
  ]);
}
