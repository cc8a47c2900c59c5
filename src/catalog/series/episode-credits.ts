import { type Static, Type } from "@sinclair/typebox";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { CastCredit, CrewCredit, personBrief } from "~/catalog/titles/credits";
import { jsonArray, subquery } from "~/db/json-sql";
import { episode_credits, episodes, people } from "~/db/schema";
import { publicId } from "~/db/sql";
import { ListOf } from "~/http/request/fields";
import type { EpisodeCreditType } from "~/vocabulary";

/** Who took part in one episode beside the regular cast of its series. */
export const EpisodeCredits = Type.Object({
  guest_stars: ListOf(CastCredit, bounds.episode_credits, {
    description: "Guest stars in billing order",
  }),
  crew: ListOf(CrewCredit, bounds.episode_credits, {
    description: "The crew in the provider's order",
  }),
});
export type EpisodeCredits = Static<typeof EpisodeCredits>;

const credit = {
  id: publicId("credit", episode_credits.id).as("id"),
  person: personBrief.as("person"),
};
const guest = {
  ...credit,
  character: episode_credits.character,
  order: sql<number>`${episode_credits.position}`.as("order"),
};
const crewMember = {
  ...credit,
  department: episode_credits.department,
  job: episode_credits.job,
};

const ofType = (type: EpisodeCreditType) =>
  and(eq(episode_credits.episode_id, episodes.id), eq(episode_credits.credit_type, type));
const withPerson = eq(people.id, episode_credits.person_id);
const billing = [episode_credits.position, episode_credits.id] as const;

const guestStars: SQL<EpisodeCredits["guest_stars"]> = jsonArray(
  subquery
    .select(guest)
    .from(episode_credits)
    .innerJoin(people, withPerson)
    .where(ofType("guest_star"))
    .orderBy(...billing),
  bounds.episode_credits,
);

const crew: SQL<EpisodeCredits["crew"]> = jsonArray(
  subquery
    .select(crewMember)
    .from(episode_credits)
    .innerJoin(people, withPerson)
    .where(ofType("crew"))
    .orderBy(...billing),
  bounds.episode_credits,
);

/** The columns of {@link EpisodeCredits}, for a SELECT that reads `episodes`. */
export const episodeCredits = {
  guest_stars: guestStars.as("guest_stars"),
  crew: crew.as("crew"),
};
