import { Type } from "@sinclair/typebox";
import { byCountry, closed, Ids, Text } from "./fields";
import { Movie, MovieSummary } from "./movie";
import { Person } from "./person";
import { Collection, Company, Named, Reference } from "./reference";
import { Series, SeriesSummary } from "./series";
import { Translations } from "./translations";

/** From what everybody may see to what only adults may. */
const Certifications = byCountry(Type.Array(closed({ certification: Text, meaning: Text })));

const Windows = closed({ day: Ids, week: Ids });

/** The JSON files of the demo and what each of them holds. */
export const files = {
  "movies.json": Type.Array(Movie),
  "series.json": Type.Array(Series),
  "people.json": Type.Array(Person),
  "collections.json": Type.Array(Collection),
  "companies.json": Type.Array(Company),
  /** What titles refer to but the demo does not serve. */
  "mentioned.json": closed({
    movies: Type.Array(MovieSummary),
    series: Type.Array(SeriesSummary),
    collections: Type.Array(Named),
  }),
  "reference.json": Reference,
  "translations.json": Translations,
  /** By the provider's kinds. */
  "certifications.json": closed({ movie: Certifications, tv: Certifications }),
  /** Ids of served titles by rank, by the provider's kinds and windows. */
  "trending.json": closed({ movie: Windows, tv: Windows }),
};
