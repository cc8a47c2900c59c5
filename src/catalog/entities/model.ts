import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { mostCandidates } from "~/bounds";
import { CollectionDetail, CollectionSummary } from "~/catalog/collections/model";
import { CompanyDetail, CompanySummary } from "~/catalog/companies/model";
import { Keyword } from "~/catalog/keywords/model";
import { localizable } from "~/catalog/language/model";
import { MovieDetail } from "~/catalog/movies/model";
import { PersonDetail, PersonSummary } from "~/catalog/people/model";
import { Episode, EpisodeDetail } from "~/catalog/series/episodes";
import { SeriesDetail } from "~/catalog/series/model";
import { Season, SeasonDetail } from "~/catalog/series/seasons";
import { ListedMovie, ListedSeries } from "~/catalog/titles/pages";
import { MovieSummary, SeriesSummary } from "~/catalog/titles/summaries";
import { ListOf, Nullable, OneOf } from "~/http/request/fields";
import { exampleId } from "~/http/request/public-id";
import {
  externalSources,
  type ReferenceKind,
  referenceKinds,
  referenceStatuses,
} from "~/vocabulary";
import { translatedKinds } from "~/vocabulary/translated-kinds";
import { MOST_REFERENCES } from "./parameters";
import { sources } from "./sources";

/** The summary of an entity of any kind, as lists show it. */
const EntitySummary = Type.Union(
  [
    MovieSummary,
    SeriesSummary,
    Season,
    Episode,
    PersonSummary,
    CollectionSummary,
    CompanySummary,
    Keyword,
  ],
  { $id: "EntitySummary", description: "An entity as lists show it; `kind` says what it is" },
);

export const FoundEntities = Type.Object(
  {
    source: OneOf(externalSources, {
      description: "Where the id comes from, as it was sent",
      examples: ["imdb"],
    }),
    value: Type.String({ description: "The id, as it was sent", examples: ["tt0133093"] }),
    results: ListOf(EntitySummary, mostCandidates, {
      description: `All that carry the id, in the order ${referenceKinds.join(", ")}, then by id`,
    }),
  },
  { $id: "FoundEntities", description: "What carries an id of another database" },
);
export type FoundEntities = Static<typeof FoundEntities>;

/** A summary together with what can be included in the detail of its kind. */
function withIncludes(kind: ReferenceKind, summary: Model, detail: Model): Model {
  // The episodes of a series stand inside its seasons.
  const names = Object.keys(sources.detail[kind].includes).filter(
    (name) => name in detail.properties,
  );
  if (names.length === 0) return summary;
  const included = Object.fromEntries(
    names.map((name) => [name, detail.properties[name] as TSchema]),
  );
  const $id = `${summary.$id}WithIncludes`;
  const properties = { ...summary.properties, ...included };
  const options = { $id, description: `${summary.description}, with what the request includes` };
  const translated = translatedKinds.find((each) => each === kind);
  return translated
    ? localizable(translated, properties, options)
    : Type.Object(properties, options);
}
type Model = TSchema & { properties: TProperties };

const Entity = Type.Union(
  [
    withIncludes("movie", ListedMovie, MovieDetail),
    withIncludes("series", ListedSeries, SeriesDetail),
    withIncludes("season", Season, SeasonDetail),
    withIncludes("episode", Episode, EpisodeDetail),
    withIncludes("person", PersonSummary, PersonDetail),
    withIncludes("collection", CollectionSummary, CollectionDetail),
    withIncludes("company", CompanySummary, CompanyDetail),
    Keyword,
    ...[MovieDetail, SeriesDetail, SeasonDetail, EpisodeDetail],
    ...[PersonDetail, CollectionDetail, CompanyDetail],
  ],
  {
    $id: "Entity",
    description: "An entity as lists show it, or as its own path does; `kind` says what it is",
  },
);

const EntityId = Type.String({
  documented: {
    pattern: `^(${referenceKinds.join("|")})_[0-9a-f]{32}$`,
    examples: [exampleId("movie")],
  },
});

export const EntityItem = Type.Object(
  {
    ref: Type.String({
      description: "The reference as it was sent",
      examples: ["movie/imdb:tt0133093"],
    }),
    status: OneOf(referenceStatuses, {
      description:
        "Whether it leads to one entity: `found`; `removed`, which lists hide; `missing`; `ambiguous`, which stands for several",
    }),
    id: Nullable(EntityId, { description: "Public id; null if missing or ambiguous" }),
    entity: Nullable(Entity, { description: "The entity; null if missing or ambiguous" }),
    candidates: Nullable(ListOf(EntityId, mostCandidates), {
      description: "The public ids of what an ambiguous reference stands for; null otherwise",
      examples: [null],
    }),
  },
  { $id: "EntityItem", description: "What one reference leads to" },
);
export type EntityItem = Static<typeof EntityItem>;

export const EntityList = Type.Object(
  {
    results: ListOf(EntityItem, MOST_REFERENCES.body.summary, {
      description: "What each reference leads to, in their order",
    }),
  },
  { $id: "EntityList", description: "What references lead to" },
);
export type EntityList = Static<typeof EntityList>;
