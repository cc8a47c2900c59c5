import { dateOf } from "~/demo/calendar";
import type { Movie } from "~/demo/schema/movie";
import type { Body } from "./body";

/** Release dates by country; a country may have several of one type. */
export function releaseDates(movie: Movie, today: string): Body {
  return {
    results: Object.entries(movie.release_dates).map(([country, rows]) => ({
      iso_3166_1: country,
      release_dates: rows.map(({ type, date, certification = "", note = "" }) => ({
        certification,
        descriptors: [],
        iso_639_1: "",
        note,
        release_date: `${dateOf(date, today)}T00:00:00.000Z`,
        type,
      })),
    })),
  };
}
