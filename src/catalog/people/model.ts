import { type Static, Type } from "@sinclair/typebox";
import { bounds } from "~/bounds";
import { adultQuery } from "~/catalog/adult";
import {
  CalendarDate,
  ListOf,
  Nullable,
  OneOf,
  Timestamp,
  WholeNumber,
} from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { AnyText } from "~/http/request/query";
import { genders } from "~/vocabulary";

/** A person as lists show them (M34). */
export const PersonSummary = Type.Object({
  id: PublicId("person"),
  kind: Type.Literal("person"),
  name: Type.String(),
  known_for_department: Nullable(Type.String()),
  popularity: Nullable(Type.Number()),
  gender: Nullable(OneOf(genders)),
  profile_path: Nullable(
    Type.String({ description: "Below the image base of GET /configuration" }),
  ),
  adult: Type.Boolean(),
  updated_at: Timestamp(),
});
export type PersonSummary = Static<typeof PersonSummary>;

const other = Nullable(Type.String());

/** What a person is called elsewhere; every source is there, null when it has no id. */
export const PersonExternalIds = Type.Object({
  tmdb: WholeNumber({ description: "The provider's own id" }),
  imdb: other,
  wikidata: other,
  facebook: other,
  instagram: other,
  twitter: other,
  tiktok: other,
  youtube: other,
});
export type PersonExternalIds = Static<typeof PersonExternalIds>;

/** Everything about one person; a stub known from credits alone has nulls and no `last_ingested_at` (M34). */
export const PersonDetail = Type.Object({
  ...PersonSummary.properties,
  also_known_as: ListOf(Type.String(), bounds.also_known_as),
  biography: Nullable(Type.String()),
  birthday: Nullable(CalendarDate()),
  deathday: Nullable(CalendarDate()),
  place_of_birth: Nullable(Type.String()),
  homepage: Nullable(Type.String()),
  external_ids: PersonExternalIds,
  created_at: Timestamp(),
  last_ingested_at: Nullable(Timestamp()),
  links: Type.Object({ credits: Type.String() }),
});
export type PersonDetail = Static<typeof PersonDetail>;

export const PersonPage = Page(PersonSummary);

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
  ...pageQuery({ page_size: 20, maximum: 50 }),
  known_for_department: Type.Optional(
    AnyText({ description: "Compared as it stands", examples: ["Acting"] }),
  ),
  ...adultQuery,
  sort_by: OneOf(sorts, {
    default: "popularity",
    description: "`popularity` alone is descending, `name` alone ascending",
  }),
});
export type PersonFilter = Static<typeof PersonFilter>;
