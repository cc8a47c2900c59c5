import { type Static, Type } from "@sinclair/typebox";
import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { ImagePath } from "~/catalog/fields";
import { languageParameter } from "~/catalog/language/parameter";
import { qualified } from "~/db/json-sql";
import { type JsonText, joinObjects, jsonField, jsonOf } from "~/db/json-text";
import { parameter } from "~/db/prepared-statement";
import { offering_links, offerings, watch_providers } from "~/db/schema";
import { ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import type { TitleKind } from "~/vocabulary";
import { watchProviderAttribution } from "~/vocabulary/attributions";

export const Attribution = Type.Object(
  {
    source: Type.String({ description: "Whose data it is", examples: ["JustWatch"] }),
    text: Type.String({
      description: "The text to show with the data",
      examples: ["Watch provider data by JustWatch."],
    }),
    url: Type.String({
      description: "Address to link the text to",
      examples: ["https://www.justwatch.com"],
    }),
  },
  { $id: "Attribution", description: "The source of data; clients show it with the data" },
);

export const Offering = Type.Object(
  {
    provider_id: WholeNumber({ description: "TMDB's id of the watch provider", examples: [8] }),
    provider_name: Type.String({ description: "Name", examples: ["Netflix"] }),
    logo_path: ImagePath("Logo", "/demo-logo.png"),
    display_priority: Nullable(
      WholeNumber({ description: "The smallest comes first; null when unknown", examples: [1] }),
    ),
  },
  { $id: "Offering", description: "A watch provider that has a title" },
);

const Offerings = (description: string) =>
  Type.Optional(ListOf(Offering, bounds.offers, { minItems: 1, description }));

export const CountryOfferings = Type.Object(
  {
    link: Nullable(
      Type.String({
        description: "TMDB's page with all offers in the country; null when there is none",
        examples: ["https://www.themoviedb.org/movie/603/watch"],
      }),
    ),
    flatrate: Offerings("Included in a subscription"),
    free: Offerings("Free of charge"),
    ads: Offerings("Free of charge, with advertising"),
    rent: Offerings("For rent"),
    buy: Offerings("For sale"),
  },
  {
    $id: "CountryOfferings",
    description: "Offers in one country by kind of payment; a kind without offers is missing",
  },
);

const OfferingsByCountry = Type.Record(Type.String(), CountryOfferings, {
  description: `By country, ISO 3166-1 alpha-2 in upper case; at most ${bounds.offers} offers of all countries`,
});
type OfferingsByCountry = Static<typeof OfferingsByCountry>;

export const EmbeddedOfferings = Type.Object(
  { attribution: Attribution, results: OfferingsByCountry },
  { $id: "EmbeddedOfferings", description: "Where a title can be watched, by country" },
);

/** The response of `/{movies,series}/{id}/watch-providers`. */
export const TitleOfferings = (kind: TitleKind) =>
  Type.Object(
    { id: PublicId(kind), ...EmbeddedOfferings.properties },
    {
      $id: kind === "movie" ? "MovieOfferings" : "SeriesOfferings",
      description: `Where a ${kind} can be watched, by country`,
    },
  );
export type TitleOfferings = Static<ReturnType<typeof TitleOfferings>>;

/** Offerings with their attribution, which comes first, also when there are no offerings. */
export const attributed = (
  results: JsonText<OfferingsByCountry>,
): JsonText<Static<typeof EmbeddedOfferings>> =>
  joinObjects(attribution, jsonField("results", results));

const attribution = jsonOf({ attribution: watchProviderAttribution });

/**
 * The offerings of a title by country and kind of payment, as rows of a country and the fields of its JSON
 * object, in the order and with the names of the provider; only those of one country when it is given. Joined
 * as text, because the functions that make objects of rows write spaces between them.
 */
function offeringsByCountry(title_id: SQLWrapper, country?: SQLWrapper): SQL {
  const inCountry = country === undefined ? sql`` : sql` and ${offerings.country} = ${country}`;
  const most = sql.raw(String(bounds.offers));
  const priority = sql`coalesce(${offerings.display_priority}, ${watch_providers.display_priority})`;
  return sql`(
      select listed.country, '"link":' || coalesce(to_json(${offering_links.link})::text, 'null')
        || string_agg(',"' || monetization || '":[' || list || ']', '' order by monetization) as fields
      from (
        select country, monetization, string_agg(row_to_json(offer)::text, ','
          order by offer.display_priority nulls last, offer.provider_name, ${watch_providers.id}) as list
        from (
          select * from ${offerings} where ${eq(offerings.title_id, title_id)}${inCountry}
          order by country, monetization, watch_provider_id limit ${most}
        ) as offerings
        join ${watch_providers} on ${eq(watch_providers.id, offerings.watch_provider_id)}
        cross join lateral (
          select ${watch_providers.external_id} as provider_id, ${watch_providers.name} as provider_name,
            ${watch_providers.logo_path} as logo_path, ${priority} as display_priority
        ) offer
        group by country, monetization
      ) listed
      left join ${offering_links}
        on ${eq(offering_links.title_id, title_id)} and ${offering_links.country} = listed.country
      group by listed.country, ${offering_links.link}
    ) countries`;
}

/** The offerings of a title as one JSON object by country; only those of one country when it is given. */
export const offeringsOf = (
  title_id: SQLWrapper,
  country?: SQLWrapper,
): SQL<JsonText<OfferingsByCountry>> =>
  qualified(sql<JsonText<OfferingsByCountry>>`(
    select '{' || coalesce(string_agg(
      to_json(country)::text || ':{' || fields || '}', ',' order by country), '') || '}'
    from ${offeringsByCountry(title_id, country)})`);

/** The offerings of a title in the country of the parameter `country`, after their attribution; null without any. */
export const attributedOfferingsIn = (
  title_id: SQLWrapper,
  // Read apart, as records/includes.ts does, so that one plan serves all values.
  country: SQLWrapper = sql`(select ${parameter("country")}::text)`,
): SQL<JsonText<object> | null> =>
  sql<JsonText<object> | null>`(
    select '{' || ${sql.raw(`'${attribution.slice(1, -1).replaceAll("'", "''")},'`)} || fields || '}'
    from ${offeringsByCountry(title_id, country)})`;

export const CountryQuery = Type.Object({
  country: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z]{2}$",
      alias: "region",
      description: "Only this country: ISO 3166-1 alpha-2, in either case",
      examples: ["US"],
      expected: "two letters, such as US",
    }),
  ),
  ...languageParameter,
});
export type CountryQuery = Static<typeof CountryQuery>;
