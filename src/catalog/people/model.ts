import { type Static, t } from "elysia";
import { bounds } from "~/bounds";
import { adultQuery } from "~/catalog/listing/page";
import { ListOf } from "~/db/json-sql";
import { CalendarDate, Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { Page, pageQuery } from "~/http/request/page";
import { PublicId } from "~/http/request/public-id";
import { AnyText } from "~/http/request/query";
import { genders } from "~/vocabulary";

/** A person as lists show them (M34). */
export const PersonSummary = t.Object({
  id: PublicId("person"),
  kind: t.Literal("person"),
  name: t.String(),
  known_for_department: Nullable(t.String()),
  popularity: Nullable(t.Number()),
  gender: Nullable(OneOf(genders)),
  profile_path: Nullable(t.String({ description: "Below the image base of GET /configuration" })),
  adult: t.Boolean(),
  updated_at: Timestamp(),
});
export type PersonSummary = Static<typeof PersonSummary>;

const other = Nullable(t.String());

/** What a person is called elsewhere; every source is there, null when it has no id. */
export const PersonExternalIds = t.Object({
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
export const PersonDetail = t.Object({
  ...PersonSummary.properties,
  also_known_as: ListOf(t.String(), bounds.also_known_as),
  biography: Nullable(t.String()),
  birthday: Nullable(CalendarDate()),
  deathday: Nullable(CalendarDate()),
  place_of_birth: Nullable(t.String()),
  homepage: Nullable(t.String()),
  external_ids: PersonExternalIds,
  created_at: Timestamp(),
  last_ingested_at: Nullable(Timestamp()),
  links: t.Object({ credits: t.String() }),
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

export const PersonFilter = t.Object({
  ...pageQuery({ page_size: 20, maximum: 50 }),
  known_for_department: t.Optional(
    AnyText({ description: "Compared as it stands", examples: ["Acting"] }),
  ),
  ...adultQuery,
  sort_by: OneOf(sorts, {
    default: "popularity",
    description: "`popularity` alone is descending, `name` alone ascending",
  }),
});
export type PersonFilter = Static<typeof PersonFilter>;
