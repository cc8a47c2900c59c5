import { index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { creditType, episodeCreditType, id } from "./columns";
import { people } from "./people";
import { episodes } from "./series";
import { titles } from "./titles";

const person_id = () =>
  uuid()
    .notNull()
    .references(() => people.id);

/** A person's role or job in a movie or series. `external_id` is the provider's credit id, unique per title. */
export const credits = pgTable(
  "credits",
  {
    id: id(),
    title_id: uuid()
      .notNull()
      .references(() => titles.id, { onDelete: "cascade" }),
    credit_type: creditType().notNull(),
    external_id: text().notNull(),
    person_id: person_id(),
    character: text(),
    department: text(),
    job: text(),
    position: integer().notNull(),
    episode_count: integer(),
  },
  (t) => [unique().on(t.title_id, t.credit_type, t.external_id), index().on(t.person_id)],
);

/** Guests and crew of an episode. The provider uses one credit id in many episodes. */
export const episode_credits = pgTable(
  "episode_credits",
  {
    id: id(),
    episode_id: uuid()
      .notNull()
      .references(() => episodes.id, { onDelete: "cascade" }),
    credit_type: episodeCreditType().notNull(),
    external_id: text().notNull(),
    person_id: person_id(),
    character: text(),
    department: text(),
    job: text(),
    position: integer().notNull(),
  },
  (t) => [unique().on(t.episode_id, t.credit_type, t.external_id), index().on(t.person_id)],
);
