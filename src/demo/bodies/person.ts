import { popularityOf } from "~/demo/numbers";
import type { Person, PersonDetails } from "~/demo/schema/person";
import { type Body, withParts } from "./body";
import { portraitOf } from "./credits";
import { imageRow } from "./images";
import { translationsPart } from "./translations";

function externalIds(details: PersonDetails): Body {
  return {
    freebase_mid: null,
    freebase_id: null,
    imdb_id: details.imdb_id ?? null,
    tvrage_id: null,
    wikidata_id: null,
    facebook_id: "",
    instagram_id: null,
    tiktok_id: null,
    twitter_id: "",
    youtube_id: null,
  };
}

/** The body of /3/person/{id} with the requested parts; null for those without details. */
export function personBody(person: Person, parts: ReadonlySet<string>): Body | null {
  const { details } = person;
  if (details === undefined) return null;
  const portrait = portraitOf(person);
  const body = {
    adult: false,
    also_known_as: details.also_known_as ?? [],
    biography: details.biography,
    birthday: details.birthday ?? null,
    deathday: details.deathday ?? null,
    gender: person.gender,
    homepage: details.homepage ?? null,
    id: person.id,
    imdb_id: details.imdb_id ?? null,
    known_for_department: person.department,
    name: person.name,
    place_of_birth: details.place_of_birth ?? null,
    popularity: popularityOf(`person ${person.id}`, 12),
    profile_path: portrait,
  };
  return withParts(
    body,
    {
      external_ids: () => externalIds(details),
      images: () => ({
        profiles: portrait === null ? [] : [imageRow(portrait, "profile", null)],
      }),
      translations: () => translationsPart("person", person.id),
    },
    parts,
  );
}
