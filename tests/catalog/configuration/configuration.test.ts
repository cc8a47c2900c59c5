import { describe, expect, test } from "bun:test";
import { configurationRoutes } from "~/catalog/configuration/routes";
import * as vocabulary from "~/vocabulary";
import { catalogAttribution, watchProviderAttribution } from "~/vocabulary/attributions";

describe("GET /configuration", () => {
  test("M106 M111: image addresses, the region, both attributions and every closed list", async () => {
    const app = configurationRoutes({ default_region: "DE" });
    const response = await app.handle(new Request("http://localhost/configuration"));
    expect(await response.json()).toEqual({
      images: {
        base_url: "https://image.tmdb.org/t/p/",
        sizes: {
          poster: ["w92", "w154", "w185", "w342", "w500", "w780", "original"],
          backdrop: ["w300", "w780", "w1280", "original"],
          logo: ["w45", "w92", "w154", "w185", "w300", "w500", "original"],
          profile: ["w45", "w185", "h632", "original"],
          still: ["w92", "w185", "w300", "original"],
        },
      },
      default_region: "DE",
      attribution: {
        catalog: catalogAttribution,
        watch_providers: watchProviderAttribution,
      },
      enums: {
        kind: vocabulary.idKinds,
        movie_status: vocabulary.movieStatuses,
        series_status: vocabulary.seriesStatuses,
        company_type: vocabulary.companyTypes,
        release_type: vocabulary.releaseTypes,
        monetization: vocabulary.monetizations,
        artwork_type: vocabulary.artworkTypes,
        gender: vocabulary.genders,
        trending_window: vocabulary.trendingWindows,
        job_kind: vocabulary.jobKinds,
        job_status: vocabulary.jobStatuses,
        job_error_code: vocabulary.jobErrorCodes,
      },
    });
  });

  test("M106: a size exists for every type of artwork", async () => {
    const app = configurationRoutes({ default_region: "US" });
    const response = await app.handle(new Request("http://localhost/configuration"));
    const { images } = (await response.json()) as { images: { sizes: object } };
    expect(Object.keys(images.sizes).sort()).toEqual([...vocabulary.artworkTypes].sort());
  });
});
