import { index, pgTable, primaryKey, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { companyType, externalIdentity, id, stamps } from "./columns";
import { titles } from "./titles";

/** Production companies and networks have separate ids at the provider: 1 may be one of each. */
export const companies = pgTable(
  "companies",
  {
    id: id(),
    ...externalIdentity(),
    company_type: companyType().notNull(),
    name: text().notNull(),
    country: text(),
    logo_path: text(),
    homepage: text(),
    headquarters: text(),
    ...stamps(),
  },
  (t) => [unique().on(t.provider, t.company_type, t.external_id)],
);

export const title_companies = pgTable(
  "title_companies",
  {
    title_id: uuid()
      .notNull()
      .references(() => titles.id, { onDelete: "cascade" }),
    company_id: uuid()
      .notNull()
      .references(() => companies.id),
    position: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.title_id, t.company_id] }), index().on(t.company_id)],
);
