import type { SQL } from "drizzle-orm";
import { childrenStatement } from "~/db/children";
import { offering_links, offerings } from "~/db/schema";
import { type Ids, idOf } from "~/ingest/shared-records";
import type { ProviderCountryOffers } from "~/provider/parts/watch-providers";

/** The statements that make the offers of a title, and the link of each country, equal to the provider's. */
export function offeringStatements(
  { id: title_id, fresh }: { id: string; fresh: boolean },
  countries: ProviderCountryOffers[],
  watch_provider_ids: Ids,
  keep: boolean,
): (SQL | undefined)[] {
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
  return [
    childrenStatement(offerings, { owner: ["title_id"], key, keep, fresh }, offers),
    childrenStatement(
      offering_links,
      { owner: ["title_id"], key: ["country"], keep, fresh },
      countries.map(({ country, link }) => ({ title_id, country, link })),
    ),
  ];
}
