import { popularityOf } from "~/demo/numbers";
import type { Life } from "~/demo/people/lives";
import type { PersonRow } from "~/demo/people/lookup";
import { itemsOf } from "~/demo/rows";
import { type Body, withParts } from "./body";
import { portraitOf } from "./credits";
import { imageRow } from "./images";

function externalIds(life: Life): Body {
  return {
    freebase_mid: null,
    freebase_id: null,
    imdb_id: life.imdb ?? null,
    tvrage_id: null,
    wikidata_id: null,
    facebook_id: "",
    instagram_id: null,
    tiktok_id: null,
    twitter_id: "",
    youtube_id: null,
  };
}

/** The body of /3/person/{id} with the asked parts. */
export function personBody(person: PersonRow & { life: Life }, asked: ReadonlySet<string>): Body {
  const { life } = person;
  const portrait = portraitOf(person.name, person.id);
  const body = {
    adult: false,
    also_known_as: itemsOf(life.also),
    biography: life.biography,
    birthday: life.birthday ?? null,
    deathday: life.deathday ?? null,
    gender: person.gender,
    homepage: life.homepage ?? null,
    id: person.id,
    imdb_id: life.imdb ?? null,
    known_for_department: person.department,
    name: person.name,
    place_of_birth: life.place ?? null,
    popularity: popularityOf(`person ${person.id}`, 12),
    profile_path: portrait,
  };
  return withParts(
    body,
    {
      external_ids: () => externalIds(life),
      images: () => ({
        profiles: portrait === null ? [] : [imageRow(portrait, "profile", null)],
      }),
    },
    asked,
  );
}
