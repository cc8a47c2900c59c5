import { type Static, Type } from "@sinclair/typebox";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { qualified } from "~/db/json-sql";
import { offering_links, offerings, watch_providers } from "~/db/schema";
import { ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { type TitleKind, watchProviderAttribution } from "~/vocabulary";

/** Whose data the offerings are; clients show it before them (M108 to M110). */
export const Attribution = Type.Object({
  source: Type.String(),
  text: Type.String(),
  url: Type.String(),
});

export const Offering = Type.Object({
  provider_id: WholeNumber({ description: "The provider's id of the watch provider" }),
  provider_name: Type.String(),
  logo_path: Nullable(Type.String()),
  display_priority: Nullable(WholeNumber()),
});

const Offerings = Type.Optional(ListOf(Offering, bounds.offers, { minItems: 1 }));

/** The offerings in one country; only kinds of payment that have any (X5, M107). */
export const CountryOfferings = Type.Object({
  link: Nullable(Type.String({ description: "The provider's page with all offers" })),
  flatrate: Offerings,
  free: Offerings,
  ads: Offerings,
  rent: Offerings,
  buy: Offerings,
});

export const OfferingsByCountry = Type.Record(Type.String(), CountryOfferings, {
  description: `By country, ISO 3166-1 alpha-2 in upper case; at most ${bounds.offers} offers of all countries`,
});
export type OfferingsByCountry = Static<typeof OfferingsByCountry>;

/** Offerings as details embed them: the attribution comes first, also when there are none (M110). */
export const EmbeddedOfferings = Type.Object({
  attribution: Attribution,
  results: OfferingsByCountry,
});
export type EmbeddedOfferings = Static<typeof EmbeddedOfferings>;

/** The answer of `/{movies,series}/{id}/watch-providers` (M96, M102). */
export const TitleOfferings = (kind: TitleKind) =>
  Type.Object({ id: PublicId(kind), ...EmbeddedOfferings.properties });
export type TitleOfferings = Static<ReturnType<typeof TitleOfferings>>;

export const attributed = (results: OfferingsByCountry): EmbeddedOfferings => ({
  attribution: watchProviderAttribution,
  results,
});

/**
 * The offerings of a title by country and kind of payment, shaped after the provider's answer, as one
 * JSON object; only those of one country when it is given.
 */
export const offeringsOf = (
  title_id: SQLWrapper,
  country?: SQLWrapper,
): SQL<OfferingsByCountry> => {
  const inCountry = country === undefined ? sql`` : sql` and ${offerings.country} = ${country}`;
  const most = sql.raw(String(bounds.offers));
  const priority = sql`coalesce(${offerings.display_priority}, ${watch_providers.display_priority})`;
  return qualified(sql<OfferingsByCountry>`(
    with offers as (
      select ${offerings.country} as country, ${offerings.monetization} as monetization,
        json_agg(json_build_object(
          'provider_id', ${watch_providers.external_id}, 'provider_name', ${watch_providers.name},
          'logo_path', ${watch_providers.logo_path}, 'display_priority', ${priority}
        ) order by ${priority} nulls last, ${watch_providers.name}, ${watch_providers.id}) as list
      from (
        select * from ${offerings} where ${eq(offerings.title_id, title_id)}${inCountry}
        order by country, monetization, watch_provider_id limit ${most}
      ) as offerings
      join ${watch_providers} on ${eq(watch_providers.id, offerings.watch_provider_id)}
      group by 1, 2
    ), entries as (
      select country, monetization::text as key, list as value, monetization as place from offers
      union all
      select country, 'link', (
        select to_json(${offering_links.link}) from ${offering_links}
        where ${eq(offering_links.title_id, title_id)} and ${offering_links.country} = offers.country
      ), null from offers group by country
    ), countries as (
      select country, json_object_agg(key, value order by place nulls first) as entry
      from entries group by country
    )
    select coalesce(json_object_agg(country, entry order by country), '{}'::json) from countries)`);
};

/** Narrows watch providers to one country; either case is taken. */
export const CountryQuery = Type.Object({
  country: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z]{2}$",
      description: "Only this country: ISO 3166-1 alpha-2, in either case",
      examples: ["US"],
      expected: "two letters, such as US",
    }),
  ),
});
export type CountryQuery = Static<typeof CountryQuery>;
