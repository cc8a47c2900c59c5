import { type Static, Type } from "@sinclair/typebox";
import { imageBase } from "~/catalog/artwork/images";
import { Attribution } from "~/catalog/titles/watch-providers";
import * as vocabulary from "~/vocabulary";
import { catalogAttribution, watchProviderAttribution } from "~/vocabulary/attributions";

const Words = (of: string, example: string) =>
  Type.Array(Type.String(), { description: `The words of ${of}`, examples: [[example]] });

const Sizes = (of: string, example: string) =>
  Type.Array(Type.String(), {
    description: `Sizes of ${of}, the smallest first`,
    examples: [[example]],
  });

export const Configuration = Type.Object(
  {
    images: Type.Object(
      {
        base_url: Type.String({
          description: "The address of an image is base_url + size + path",
          examples: [imageBase],
        }),
        sizes: Type.Object(
          {
            poster: Sizes("posters", "w342"),
            backdrop: Sizes("backdrops", "w780"),
            logo: Sizes("logos", "w154"),
            profile: Sizes("portraits of people", "w185"),
            still: Sizes("stills of episodes", "w300"),
          },
          { description: "By type of image; `w` is a width, `h` a height in pixels" },
        ),
      },
      { description: "Where the images are" },
    ),
    default_region: Type.String({
      description: "Region of GET /movies/now-playing and /upcoming by default, ISO 3166-1 alpha-2",
      examples: ["US"],
    }),
    attribution: Type.Object(
      { catalog: Attribution, watch_providers: Attribution },
      { description: "Texts to show with the data" },
    ),
    enums: Type.Object(
      {
        kind: Words("kinds of ids", "movie"),
        movie_status: Words("a movie's `status`", "released"),
        series_status: Words("a series's `status`", "ended"),
        company_type: Words("`company_type`", "network"),
        release_type: Words("`release_type`", "theatrical"),
        monetization: Words("kinds of payment of watch providers", "flatrate"),
        artwork_type: Words("an image's `type`", "poster"),
        gender: Words("`gender`", "female"),
        trending_window: Words("`window` of trending lists", "day"),
        job_kind: Words("a job's `kind`", "movie"),
        job_status: Words("a job's `status`", "queued"),
        job_error_code: Words("the error code of a failed job", "provider_not_found"),
      },
      {
        description: "All words of the fields that have a fixed list; a later release may add some",
      },
    ),
  },
  { $id: "Configuration", description: "What a client needs before it shows anything" },
);
export type Configuration = Static<typeof Configuration>;

/** The sizes in which the provider serves its images, by type, as its own GET /configuration lists them. */
const sizes: Configuration["images"]["sizes"] = {
  poster: ["w92", "w154", "w185", "w342", "w500", "w780", "original"],
  backdrop: ["w300", "w780", "w1280", "original"],
  logo: ["w45", "w92", "w154", "w185", "w300", "w500", "original"],
  profile: ["w45", "w185", "h632", "original"],
  still: ["w92", "w185", "w300", "original"],
};

/** The response of GET /configuration; `default_region` is the setting of the same name. */
export const configuration = (default_region: string): Configuration => ({
  images: { base_url: imageBase, sizes },
  default_region,
  attribution: {
    catalog: catalogAttribution,
    watch_providers: watchProviderAttribution,
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
