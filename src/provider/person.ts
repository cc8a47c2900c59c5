import { bounds, lengths } from "~/bounds";
import type { Provider, ProviderResponse } from "./http/client";
import { type ProviderExternalIds, readExternalIds } from "./parts/external-ids";
import { type ProviderImages, readImages } from "./parts/images";
import { type ProviderTranslation, readBiographies } from "./parts/translations";
import { confirmId, openBody, requireName } from "./reading/fields";
import type { Warnings } from "./reading/warnings";

/** A person. `gender`: 0 unknown, 1 female, 2 male, 3 non-binary. */
export type ProviderPerson = {
  external_id: number;
  name: string;
  known_for_department: string | null;
  popularity: number | null;
  gender: number | null;
  also_known_as: string[] | null;
  biography: string | null;
  birthday: string | null;
  deathday: string | null;
  place_of_birth: string | null;
  profile_path: string | null;
  homepage: string | null;
  adult: boolean | null;
  external_ids: ProviderExternalIds | null;
  images: ProviderImages | null;
  /** The biography in other languages. */
  translations: ProviderTranslation[] | null;
};

/** A person with ids at other sites, profile images and translations, in one call. */
export const fetchPerson = (provider: Provider, external_id: number): Promise<ProviderResponse> =>
  provider.get(`/person/${external_id}`, {
    append_to_response: "external_ids,images,translations",
  });

/** Reads the body of the requested person; throws `provider_payload_invalid` without id or name. */
export function readPerson(
  body: Record<string, unknown>,
  external_id: number,
  warnings: Warnings,
): ProviderPerson {
  const person = openBody(body, warnings);
  confirmId(person, external_id);
  return {
    external_id,
    name: requireName(person, "name", lengths.shared_name),
    known_for_department: person.name("known_for_department", lengths.label),
    popularity: person.number("popularity", { min: 0 }),
    gender: person.integer("gender", { max: 3 }),
    also_known_as: person.names("also_known_as", bounds.also_known_as),
    biography: person.text("biography"),
    birthday: person.date("birthday"),
    deathday: person.date("deathday"),
    place_of_birth: person.name("place_of_birth"),
    profile_path: person.imagePath("profile_path"),
    homepage: person.webAddress("homepage"),
    adult: person.boolean("adult"),
    external_ids: readExternalIds(person),
    images: readImages(person),
    translations: readBiographies(person),
  };
}
