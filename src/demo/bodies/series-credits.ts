import { personNamed } from "~/demo/names";
import { hexIdOf } from "~/demo/numbers";
import type { Series } from "~/demo/schema/series";
import type { Body } from "./body";
import { creditedPerson, creditIdOf, crewRows, jobsOf, portraitOf } from "./credits";

/** The billing order of series has gaps, as the provider's has. */
function orderOf(index: number): number {
  return index < 3 ? index : index + 2;
}

/** The main cast and crew of a series; its cast rows have no cast_id. */
export function seriesCredits(series: Series): Body {
  const name = `series-${series.id}`;
  return {
    cast: series.cast.map((member, index) => ({
      ...creditedPerson(member.name),
      character: member.character,
      credit_id: creditIdOf(name, member.name, member.character),
      order: orderOf(index),
    })),
    crew: crewRows(name, series.crew),
  };
}

function aggregateCast(series: Series, episodes: number): Body[] {
  const name = `series-${series.id}`;
  const regulars = series.cast.map((member) => ({ ...member, count: episodes }));
  const known = new Set(regulars.map((member) => member.name));
  const guests = new Map<string, { name: string; character: string; count: number }>();
  for (const guest of series.seasons.flatMap((season) => season.guests ?? [])) {
    const count = (guests.get(guest.name)?.count ?? 0) + guest.episodes.length;
    guests.set(guest.name, { name: guest.name, character: guest.character, count });
  }
  const others = [...guests.values()].filter((guest) => !known.has(guest.name));
  return [...regulars, ...others].map((member, index) => ({
    ...creditedPerson(member.name),
    roles: [
      {
        credit_id: creditIdOf(name, member.name, member.character),
        character: member.character,
        episode_count: member.count,
      },
    ],
    total_episode_count: member.count,
    order: orderOf(index),
  }));
}

/** All cast and crew of a series with their numbers of episodes; crew has one row per person and department. */
export function aggregateCredits(series: Series, episodes: number): Body {
  const name = `series-${series.id}`;
  const rows = new Map<string, { head: Body; department: string; jobs: Body[] }>();
  for (const { name: person, job, department } of jobsOf(series.crew)) {
    const key = `${person} ${department}`;
    const row = rows.get(key) ?? { head: creditedPerson(person), department, jobs: [] };
    row.jobs.push({ credit_id: creditIdOf(name, person, job), job, episode_count: episodes });
    rows.set(key, row);
  }
  return {
    cast: aggregateCast(series, episodes),
    crew: [...rows.values()].map(({ head, department, jobs }) => ({
      ...head,
      jobs,
      department,
      total_episode_count: episodes,
    })),
  };
}

/** The creators of a series, who need not be in its crew. */
export function creatorRows(series: Series): Body[] {
  return (series.creators ?? []).map((name) => {
    const person = personNamed(name);
    return {
      id: person.id,
      credit_id: hexIdOf(`creator series-${series.id} ${person.id}`),
      name,
      original_name: name,
      gender: person.gender,
      profile_path: portraitOf(person),
    };
  });
}
