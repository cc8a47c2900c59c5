import { hexId, idIn, isObject, type Json, overlaid } from "./overrides";

/** The head every credited person has, as in credits.cast[]: id 501 unless overridden. */
export function personHead(overrides: Json = {}): Json {
  const id = idIn(overrides, 501);
  const head = {
    adult: false,
    gender: 1,
    id,
    known_for_department: "Acting",
    name: `Person ${id}`,
    original_name: `Person ${id}`,
    popularity: 1.5,
    profile_path: `/person-${id}.jpg`,
  };
  return overlaid(head, overrides);
}

/**
 * A row of credits.cast[]: person 501 + order unless `id` says otherwise. `cast_id` is what only
 * movies have; `owner` is the id of the title, so that credit ids differ between titles.
 */
export function castRow(order: number, overrides: Json = {}, owner = 1): Json {
  const person = personHead({ id: idIn(overrides, 501 + order) });
  const credit = {
    cast_id: order + 1,
    character: `Role ${order}`,
    credit_id: hexId(1, owner, order),
    order,
  };
  return overlaid({ ...person, ...credit }, overrides);
}

/** A row of credits.crew[]: person 601 unless `id` says otherwise. */
export function crewRow(job: string, department: string, overrides: Json = {}, owner = 1): Json {
  const person = personHead({ id: idIn(overrides, 601), known_for_department: department });
  const credit_id = hexId(2, owner, Bun.hash.crc32(`${department}/${job}/${person.id}`));
  return overlaid({ ...person, credit_id, department, job }, overrides);
}

/** credits: two cast rows (persons 501, 502), a director (601) and a writer (602). */
export function creditsPart(overrides: Json = {}, owner = 1): Json {
  const base = {
    cast: [castRow(0, {}, owner), castRow(1, { gender: 2 }, owner)],
    crew: [
      crewRow("Director", "Directing", {}, owner),
      crewRow("Screenplay", "Writing", { id: 602, gender: 0 }, owner),
    ],
  };
  return overlaid(base, overrides);
}

/** Credits of series and seasons: the same rows, without the `cast_id` that only movies have. */
export function withoutCastId({ cast, ...credits }: Json): Json {
  const rows = Array.isArray(cast) ? cast.filter(isObject) : [];
  return { ...credits, cast: rows.map((row) => overlaid(row, { cast_id: undefined })) };
}

/**
 * aggregate_credits: one cast row with two roles (501), one crew row with two jobs (601). The first
 * role and job carry the credit ids they have in `creditsPart`.
 */
export function aggregateCreditsPart(overrides: Json = {}, owner = 1): Json {
  const { credit_id: role } = castRow(0, {}, owner);
  const { credit_id: job } = crewRow("Director", "Directing", {}, owner);
  const roles = [
    { credit_id: role, character: "Role 0", episode_count: 2 },
    { credit_id: hexId(3, owner), character: "Role 0, as a child", episode_count: 1 },
  ];
  const jobs = [
    { credit_id: job, job: "Director", episode_count: 1 },
    { credit_id: hexId(4, owner), job: "Second Unit Director", episode_count: 1 },
  ];
  const director = personHead({ id: 601, known_for_department: "Directing" });
  const base = {
    cast: [{ ...personHead({ id: 501 }), roles, total_episode_count: 3, order: 0 }],
    crew: [{ ...director, jobs, department: "Directing", total_episode_count: 2 }],
  };
  return overlaid(base, overrides);
}

/** One row of an images list; `name` makes the file path. */
export function imageRow(name: string, overrides: Json = {}): Json {
  const base = {
    aspect_ratio: 0.667,
    height: 1500,
    iso_3166_1: "US",
    iso_639_1: "en",
    file_path: `/${name}.jpg`,
    vote_average: 5.2,
    vote_count: 3,
    width: 1000,
  };
  return overlaid(base, overrides);
}

/** images of a title: one backdrop without language, one logo, one poster, with paths of `owner`. */
export function imagesPart(overrides: Json = {}, owner = 1): Json {
  const neutral = { iso_3166_1: null, iso_639_1: null };
  const wide = { ...neutral, aspect_ratio: 1.778, width: 1920 };
  const logo = { aspect_ratio: 2.5, file_path: `/logo-${owner}.png`, width: 500 };
  const base = {
    backdrops: [imageRow(`backdrop-${owner}`, wide)],
    logos: [imageRow(`logo-${owner}`, logo)],
    posters: [imageRow(`poster-${owner}`)],
  };
  return overlaid(base, overrides);
}

/** One row of videos.results[]. */
export function videoRow(key: string, overrides: Json = {}): Json {
  const base = {
    iso_639_1: "en",
    iso_3166_1: "US",
    name: `Trailer ${key}`,
    key,
    site: "YouTube",
    size: 1080,
    type: "Trailer",
    official: true,
    id: hexId(5, Bun.hash.crc32(key)),
    published_at: "2024-03-01T16:00:00.000Z",
  };
  return overlaid(base, overrides);
}

/** videos: one official trailer. */
export function videosPart(overrides: Json = {}, owner = 1): Json {
  return overlaid({ results: [videoRow(`trailer-${owner}`)] }, overrides);
}

/** A row of translations.translations[] in a language such as `fr-CA`; `data` has the texts. */
export function translationRow(tag: string, data: Json, overrides: Json = {}): Json {
  const [language = "", country = ""] = tag.split("-");
  const base = { iso_3166_1: country, iso_639_1: language, name: tag, english_name: tag, data };
  return overlaid(base, overrides);
}

/** translations: these texts by language, such as `{ "fr-CA": { title: "…" } }`. */
export const translationsPart = (texts: Record<string, Json>): Json => ({
  translations: Object.entries(texts).map(([tag, data]) => translationRow(tag, data)),
});

/** The translations of a series in the bodies of these tests. */
export const seriesTranslations: Json = translationsPart({
  "de-DE": { name: "Die Hafengasse", overview: "", tagline: "Wände haben Nachbarn.", homepage: "" },
  "pt-BR": { name: "Rua do Porto", overview: "Vizinhos e segredos.", tagline: "", homepage: "" },
});

/** The translations of a season. */
export const seasonTranslations = (season_number: number): Json =>
  translationsPart({
    "de-DE": { name: `Staffel ${season_number}`, overview: "" },
    "fr-FR": { name: "", overview: `Ce qui arrive dans la saison ${season_number}.` },
  });

/** release_dates (movies): US with a premiere and a theatrical row, DE with a theatrical one. */
export function releaseDatesPart(overrides: Json = {}): Json {
  const row = (day: string, type: number, certification: string) => ({
    certification,
    descriptors: [],
    iso_639_1: "",
    note: "",
    release_date: `${day}T00:00:00.000Z`,
    type,
  });
  const base = {
    results: [
      {
        iso_3166_1: "US",
        release_dates: [row("2024-05-01", 1, ""), row("2024-05-17", 3, "PG-13")],
      },
      { iso_3166_1: "DE", release_dates: [row("2024-05-23", 3, "12")] },
    ],
  };
  return overlaid(base, overrides);
}

/** content_ratings (series): one row for the US, one for DE. */
export function contentRatingsPart(overrides: Json = {}): Json {
  const base = {
    results: [
      { descriptors: [], iso_3166_1: "US", rating: "TV-14" },
      { descriptors: [], iso_3166_1: "DE", rating: "12" },
    ],
  };
  return overlaid(base, overrides);
}

/** One offer of watch/providers. */
export function offerRow(provider_id: number, overrides: Json = {}): Json {
  const base = {
    logo_path: `/provider-${provider_id}.jpg`,
    provider_id,
    provider_name: `Watch provider ${provider_id}`,
    display_priority: provider_id,
  };
  return overlaid(base, overrides);
}

/** watch/providers: US with all five kinds (provider 2 rents and sells), DE with a subscription. */
export function watchProvidersPart(overrides: Json = {}): Json {
  const link = (country: string) => `https://www.themoviedb.org/movie/1/watch?locale=${country}`;
  const base = {
    results: {
      US: {
        link: link("US"),
        flatrate: [offerRow(1)],
        rent: [offerRow(2)],
        buy: [offerRow(2)],
        ads: [offerRow(3)],
        free: [offerRow(4)],
      },
      DE: { link: link("DE"), flatrate: [offerRow(1)] },
    },
  };
  return overlaid(base, overrides);
}

/** recommendations or a list of any kind: an envelope of one page around `results`. */
export function listPart(results: readonly unknown[], overrides: Json = {}): Json {
  return overlaid({ page: 1, results, total_pages: 1, total_results: results.length }, overrides);
}
