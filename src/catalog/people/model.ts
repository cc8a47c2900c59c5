import { type Static, Type } from "@sinclair/typebox";
import { bounds, largestPage } from "~/bounds";
import { adultQuery } from "~/catalog/adult";
import { imageModels } from "~/catalog/artwork/lists";
import {
  Adult,
  CreatedAt,
  ExternalId,
  Homepage,
  ImagePath,
  LastIngestedAt,
  Link,
  Popularity,
  RemovedAt,
  TmdbId,
  UpdatedAt,
} from "~/catalog/fields";
import { localizable } from "~/catalog/language/model";
import { languageParameter } from "~/catalog/language/parameter";
import { Provenance } from "~/catalog/provenance/model";
import { Translations } from "~/catalog/translations/model";
import { CalendarDate, ListOf, Nullable, OneOf } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { AnyText } from "~/http/request/query";
import { genders } from "~/vocabulary";
import { PersonCredits } from "./credits";

export const PersonSummary = Type.Object(
  {
    id: PublicId("person"),
    kind: Type.Literal("person", { description: "Always `person`" }),
    name: Type.String({ description: "Name", examples: ["Keanu Reeves"] }),
    known_for_department: Nullable(
      Type.String({
        description: "Department they are known for; null when unknown",
        examples: ["Acting"],
      }),
    ),
    popularity: Popularity(),
    gender: Nullable(OneOf(genders, { description: "Null when unknown", examples: ["male"] })),
    profile_path: ImagePath("Portrait", "/demo-portrait.jpg"),
    adult: Adult(),
    updated_at: UpdatedAt(),
    removed_at: RemovedAt(),
  },
  { $id: "PersonSummary", description: "A person in a list" },
);
export type PersonSummary = Static<typeof PersonSummary>;

export const PersonExternalIds = Type.Object(
  {
    tmdb: TmdbId(6384),
    imdb: ExternalId("IMDb", "nm0000206"),
    wikidata: ExternalId("Wikidata", "Q43416"),
    facebook: ExternalId("Facebook"),
    instagram: ExternalId("Instagram"),
    twitter: ExternalId("X, formerly Twitter"),
    tiktok: ExternalId("TikTok"),
    youtube: ExternalId("YouTube"),
  },
  { $id: "PersonExternalIds", description: "Ids of a person in other databases" },
);
export type PersonExternalIds = Static<typeof PersonExternalIds>;

export const PersonDetail = localizable(
  "person",
  {
    ...PersonSummary.properties,
    also_known_as: ListOf(
      Type.String({ description: "Another name", examples: ["Keanu Charles Reeves"] }),
      bounds.also_known_as,
      { description: "Other names and spellings" },
    ),
    biography: Nullable(
      Type.String({
        description: "Life and work in English; null when unknown",
        examples: ["A Canadian actor who began on the stages of Toronto."],
      }),
    ),
    birthday: Nullable(CalendarDate({ examples: ["1964-09-02"] }), {
      description: "Day of birth; null when unknown",
    }),
    deathday: Nullable(CalendarDate(), {
      description: "Day of death; null when alive or unknown",
      examples: [null],
    }),
    place_of_birth: Nullable(
      Type.String({ description: "Null when unknown", examples: ["Beirut, Lebanon"] }),
    ),
    homepage: Homepage(),
    external_ids: PersonExternalIds,
    created_at: CreatedAt(),
    last_ingested_at: LastIngestedAt(),
    links: Type.Object(
      { credits: Link("the person's movies and series", "people", "person", "credits") },
      { description: "Paths of what belongs to the person" },
    ),
    credits: Type.Optional(PersonCredits),
    images: Type.Optional(imageModels.person),
    translations: Type.Optional(Translations("person")),
    provenance: Type.Optional(Provenance("person")),
  },
  {
    $id: "PersonDetail",
    description: "Everything about one person; mostly null until the person is ingested itself",
  },
);
export type PersonDetail = Static<typeof PersonDetail>;

export const PersonPage = Page(
  PersonSummary,
  {},
  { $id: "PersonPage", description: "A page of people" },
);

const sorts = [
  "popularity",
  "popularity.desc",
  "popularity.asc",
  "name",
  "name.asc",
  "name.desc",
] as const;
export type PersonSort = (typeof sorts)[number];

export const PersonFilter = Type.Object({
  ...pageQuery({ page_size: 20, maximum: largestPage.full }),
  ...languageParameter,
  known_for_department: Type.Optional(
    AnyText({ description: "Only people known for exactly this department", examples: ["Acting"] }),
  ),
  ...adultQuery,
  sort_by: OneOf(sorts, {
    default: "popularity",
    filter: true,
    description: "Without a direction, `popularity` is descending and `name` ascending",
  }),
});
export type PersonFilter = Static<typeof PersonFilter>;
