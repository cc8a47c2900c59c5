import { hexIdOf, popularityOf } from "~/demo/numbers";
import { lives } from "~/demo/people/lives";
import { people } from "~/demo/people/lookup";
import { departments } from "~/demo/reference/jobs";
import { entryOf, itemsOf, partsOf } from "~/demo/rows";
import type { Body } from "./body";

type CastFact = { name: string; character: string };
type CrewFact = { name: string; job: string; department: string };

/** "Person: Character" rows; the character may be missing. */
export function castFacts(text: string): CastFact[] {
  return itemsOf(text).map((item) => {
    const { name = "", character = "" } = partsOf(item, /^(?<name>[^:]+):\s?(?<character>.*)$/);
    return { name, character };
  });
}

/** "Person: Job, Job" rows, one fact per job. */
export function crewFacts(text: string): CrewFact[] {
  return itemsOf(text).flatMap((item) => {
    const { name = "", jobs = "" } = partsOf(item, /^(?<name>[^:]+): (?<jobs>.+)$/);
    return jobs.split(", ").map((job) => ({ name, job, department: entryOf(departments, job) }));
  });
}

/** The path of a person's portrait, null for most. */
export function portraitOf(name: string, id: number): string | null {
  return lives[name]?.portrait === true ? `/demo-person-${id}-profile.jpg` : null;
}

/** What every credit says about its person. */
export function personHead(name: string): Body {
  const person = entryOf(people, name);
  return {
    adult: false,
    gender: person.gender,
    id: person.id,
    known_for_department: person.department,
    name,
    original_name: name,
    popularity: popularityOf(`person ${person.id}`, 12),
    profile_path: portraitOf(name, person.id),
  };
}

/** The credit id of one person's one role in one title: 24 hex digits, never reused within the title. */
export function creditIdOf(title: string, name: string, role: string): string {
  return hexIdOf(`credit ${title} ${entryOf(people, name).id} ${role}`);
}

/** Crew rows: one for each job, so a person may stand there twice. */
export function crewRows(title: string, text: string): Body[] {
  return crewFacts(text).map(({ name, job, department }) => ({
    ...personHead(name),
    credit_id: creditIdOf(title, name, job),
    department,
    job,
  }));
}

/** A movie's credits; its cast has a cast_id and an order without gaps. */
export function movieCredits(title: string, cast: string, crew: string): Body {
  return {
    cast: castFacts(cast).map(({ name, character }, order) => ({
      ...personHead(name),
      cast_id: order * 3 + 2,
      character,
      credit_id: creditIdOf(title, name, character),
      order,
    })),
    crew: crewRows(title, crew),
  };
}
