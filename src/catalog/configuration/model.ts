import { type Static, Type } from "@sinclair/typebox";
import { imageBase } from "~/catalog/titles/images";
import * as vocabulary from "~/vocabulary";

const Attribution = Type.Object({ source: Type.String(), text: Type.String(), url: Type.String() });
const Words = Type.Array(Type.String());

/** What a client needs to know before it can show anything else (M106). */
export const Configuration = Type.Object({
  images: Type.Object({
    base_url: Type.String({ description: "An image is at base_url + size + path" }),
    sizes: Type.Object(
      { poster: Words, backdrop: Words, logo: Words, profile: Words, still: Words },
      { description: "`w` is a width, `h` a height in pixels" },
    ),
  }),
  default_region: Type.String({ description: "ISO 3166-1 alpha-2" }),
  attribution: Type.Object({ catalog: Attribution, watch_providers: Attribution }),
  enums: Type.Object({
    kind: Words,
    movie_status: Words,
    series_status: Words,
    company_type: Words,
    release_type: Words,
    monetization: Words,
    artwork_type: Words,
    gender: Words,
    trending_window: Words,
    job_kind: Words,
    job_status: Words,
    job_error_code: Words,
  }),
});
export type Configuration = Static<typeof Configuration>;

/** The sizes in which the provider serves its images, by type (its own GET /configuration). */
const sizes: Configuration["images"]["sizes"] = {
  poster: ["w92", "w154", "w185", "w342", "w500", "w780", "original"],
  backdrop: ["w300", "w780", "w1280", "original"],
  logo: ["w45", "w92", "w154", "w185", "w300", "w500", "original"],
  profile: ["w45", "w185", "h632", "original"],
  still: ["w92", "w185", "w300", "original"],
};

/** The answer of GET /configuration; `default_region` is the setting of the same name. */
export const configuration = (default_region: string): Configuration => ({
  images: { base_url: imageBase, sizes },
  default_region,
  attribution: {
    catalog: vocabulary.catalogAttribution,
    watch_providers: vocabulary.watchProviderAttribution,
  },
  enums: {
    kind: [...vocabulary.idKinds],
    movie_status: [...vocabulary.movieStatuses],
    series_status: [...vocabulary.seriesStatuses],
    company_type: [...vocabulary.companyTypes],
    release_type: [...vocabulary.releaseTypes],
    monetization: [...vocabulary.monetizations],
    artwork_type: [...vocabulary.artworkTypes],
    gender: [...vocabulary.genders],
    trending_window: [...vocabulary.trendingWindows],
    job_kind: [...vocabulary.jobKinds],
    job_status: [...vocabulary.jobStatuses],
    job_error_code: [...vocabulary.jobErrorCodes],
  },
});
