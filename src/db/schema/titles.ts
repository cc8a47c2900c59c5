import {
  boolean,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { externalIdentity, id, moment, monetization, titleKind } from "./columns";

/** Movies and series share this table, so that credits, videos and ratings can refer to either. */
export const titles = pgTable(
  "titles",
  {
    id: id(),
    kind: titleKind().notNull(),
    ...externalIdentity(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [unique().on(t.provider, t.kind, t.external_id)],
);

const title_id = () =>
  uuid()
    .notNull()
    .references(() => titles.id, { onDelete: "cascade" });

/** Titles in other countries. A country can have several, so the key is the position in the list. */
export const alternate_titles = pgTable(
  "alternate_titles",
  {
    title_id: title_id(),
    position: integer().notNull(),
    country_code: text(),
    title: text().notNull(),
    type: text(),
  },
  (t) => [primaryKey({ columns: [t.title_id, t.position] })],
);

/** Clips hosted elsewhere, keyed by the provider's own video id. */
export const videos = pgTable(
  "videos",
  {
    id: id(),
    title_id: title_id(),
    external_id: text().notNull(),
    site: text().notNull(),
    key: text().notNull(),
    name: text(),
    type: text(),
    official: boolean().notNull().default(false),
    language: text(),
    country: text(),
    size: integer(),
    published_at: moment(),
    position: integer().notNull(),
  },
  (t) => [unique().on(t.title_id, t.external_id)],
);

/**
 * The provider's recommendations for a movie, by the provider's ids: a recommendation is shown only while
 * its movie is in the catalog.
 */
export const recommendations = pgTable(
  "recommendations",
  { title_id: title_id(), position: smallint().notNull(), external_id: integer().notNull() },
  (t) => [primaryKey({ columns: [t.title_id, t.position] })],
);

export const watch_providers = pgTable(
  "watch_providers",
  {
    id: id(),
    ...externalIdentity(),
    name: text().notNull(),
    logo_path: text(),
    display_priority: integer(),
  },
  (t) => [unique().on(t.provider, t.external_id)],
);

/** Where a title can be watched: one row for each country, kind of payment and watch provider. */
export const offerings = pgTable(
  "offerings",
  {
    title_id: title_id(),
    country: text().notNull(),
    monetization: monetization().notNull(),
    watch_provider_id: uuid()
      .notNull()
      .references(() => watch_providers.id),
    display_priority: integer(),
  },
  (t) => [primaryKey({ columns: [t.title_id, t.country, t.monetization, t.watch_provider_id] })],
);

/** The provider's page with all offers of a title in a country. */
export const offering_links = pgTable(
  "offering_links",
  { title_id: title_id(), country: text().notNull(), link: text() },
  (t) => [primaryKey({ columns: [t.title_id, t.country] })],
);

/** Age ratings of a series. A country can have several (tv/1396: ES 16 and 18). */
export const content_ratings = pgTable(
  "content_ratings",
  {
    title_id: title_id(),
    position: integer().notNull(),
    country: text().notNull(),
    rating: text().notNull(),
    descriptors: text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.title_id, t.position] })],
);
