import { jobNamed, personNamed } from "~/demo/names";
import { hexIdOf, popularityOf } from "~/demo/numbers";
import type { Movie } from "~/demo/schema/movie";
import type { Person } from "~/demo/schema/person";
import type { Body } from "./body";

type Crew = Movie["crew"];

/** The crew with one entry per job, so a person can occur twice. */
export function jobsOf(crew: Crew): { name: string; job: string; department: string }[] {
  return crew.flatMap(({ name, jobs }) =>
    jobs.map((job) => ({ name, job, department: jobNamed(job).department })),
  );
}

/** The path of a person's portrait; null for most people. */
export function portraitOf(person: Person): string | null {
  return person.details?.portrait === true ? `/demo-person-${person.id}-profile.jpg` : null;
}

/** The fields about the person in every credit. */
export function creditedPerson(name: string): Body {
  const person = personNamed(name);
  return {
    adult: false,
    gender: person.gender,
    id: person.id,
    known_for_department: person.department,
    name,
    original_name: name,
    popularity: popularityOf(`person ${person.id}`, 12),
    profile_path: portraitOf(person),
  };
}

/** The credit id of a person's role in a title: 24 hex digits, unique within the title. */
export function creditIdOf(title: string, name: string, role: string): string {
  return hexIdOf(`credit ${title} ${personNamed(name).id} ${role}`);
}

/** Crew rows, one for each job. */
export function crewRows(title: string, crew: Crew): Body[] {
  return jobsOf(crew).map(({ name, job, department }) => ({
    ...creditedPerson(name),
    credit_id: creditIdOf(title, name, job),
    department,
    job,
  }));
}

/** The credits of a movie; its cast has a cast_id and an order without gaps. */
export function movieCredits(movie: Movie): Body {
  const title = `movie-${movie.id}`;
  return {
    cast: movie.cast.map(({ name, character }, order) => ({
      ...creditedPerson(name),
      cast_id: order * 3 + 2,
      character,
      credit_id: creditIdOf(title, name, character),
      order,
    })),
    crew: crewRows(title, movie.crew),
  };
}
