import { guestsOf } from "~/demo/episodes";
import { hexIdOf } from "~/demo/numbers";
import { people } from "~/demo/people/lookup";
import { entryOf, itemsOf } from "~/demo/rows";
import type { SeriesFacts } from "~/demo/series-facts";
import type { Body } from "./body";
import { castFacts, creditIdOf, crewFacts, crewRows, personHead, portraitOf } from "./credits";

/** The billing order of series has gaps, as the provider's has. */
function orderOf(index: number): number {
  return index < 3 ? index : index + 2;
}

/** The regulars of a series; its cast rows carry no cast_id. */
export function seriesCredits(series: SeriesFacts): Body {
  const name = `series-${series.id}`;
  return {
    cast: castFacts(series.cast).map((fact, index) => ({
      ...personHead(fact.name),
      character: fact.character,
      credit_id: creditIdOf(name, fact.name, fact.character),
      order: orderOf(index),
    })),
    crew: crewRows(name, series.crew),
  };
}

function aggregateCast(series: SeriesFacts, episodes: number): Body[] {
  const name = `series-${series.id}`;
  const regulars = castFacts(series.cast).map((fact) => ({ ...fact, count: episodes }));
  const known = new Set(regulars.map((fact) => fact.name));
  const guests = new Map<string, { name: string; character: string; count: number }>();
  for (const guest of series.seasons.flatMap(guestsOf)) {
    const count = (guests.get(guest.name)?.count ?? 0) + guest.episodes.length;
    guests.set(guest.name, { name: guest.name, character: guest.character, count });
  }
  const others = [...guests.values()].filter((guest) => !known.has(guest.name));
  return [...regulars, ...others].map((fact, index) => ({
    ...personHead(fact.name),
    roles: [
      {
        credit_id: creditIdOf(name, fact.name, fact.character),
        character: fact.character,
        episode_count: fact.count,
      },
    ],
    total_episode_count: fact.count,
    order: orderOf(index),
  }));
}

/** Everybody of a series with their numbers of episodes; a crew person has one row per department. */
export function aggregateCredits(series: SeriesFacts, episodes: number): Body {
  const name = `series-${series.id}`;
  const rows = new Map<string, { head: Body; department: string; jobs: Body[] }>();
  for (const fact of crewFacts(series.crew)) {
    const key = `${fact.name} ${fact.department}`;
    const row = rows.get(key) ?? {
      head: personHead(fact.name),
      department: fact.department,
      jobs: [],
    };
    row.jobs.push({
      credit_id: creditIdOf(name, fact.name, fact.job),
      job: fact.job,
      episode_count: episodes,
    });
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

/** The creators of a series, who need not stand in its crew. */
export function creatorRows(series: SeriesFacts): Body[] {
  return itemsOf(series.creators).map((name) => {
    const person = entryOf(people, name);
    return {
      id: person.id,
      credit_id: hexIdOf(`creator series-${series.id} ${person.id}`),
      name,
      original_name: name,
      gender: person.gender,
      profile_path: portraitOf(name, person.id),
    };
  });
}
