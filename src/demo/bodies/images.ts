import { voteCountOf } from "~/demo/numbers";
import type { Body } from "./body";

export type ImageUse = "poster" | "backdrop" | "logo" | "profile";

const sizes: Readonly<Record<ImageUse, readonly [width: number, height: number]>> = {
  poster: [1000, 1500],
  backdrop: [1920, 1080],
  logo: [1200, 500],
  profile: [600, 900],
};

/** The path of a demo image; `name` is its owner ("movie-603"). Null if the owner has no images. */
export function pathOf(name: string, use: ImageUse, hasArt: boolean | undefined): string | null {
  return hasArt === true ? `/demo-${name}-${use}.${use === "logo" ? "png" : "jpg"}` : null;
}

/** One image; without a language the country is null too. */
export function imageRow(
  path: string,
  use: ImageUse,
  locale: readonly [language: string, country: string] | null,
): Body {
  const [width, height] = sizes[use];
  const score = locale === null ? 0 : 5.3;
  return {
    aspect_ratio: Math.round((width / height) * 1000) / 1000,
    height,
    iso_3166_1: locale?.[1] ?? null,
    iso_639_1: locale?.[0] ?? null,
    file_path: path,
    vote_average: score,
    vote_count: voteCountOf(path, score, 30),
    width,
  };
}

/** Posters and backdrops of the owner `name`: one poster each in English, German and French. */
export function postersAndBackdrops(name: string, hasArt: boolean | undefined) {
  const poster = pathOf(name, "poster", hasArt);
  const backdrop = pathOf(name, "backdrop", hasArt);
  return {
    backdrops: backdrop === null ? [] : [imageRow(backdrop, "backdrop", null)],
    posters:
      poster === null
        ? []
        : [
            imageRow(poster, "poster", ["en", "US"]),
            imageRow(`/demo-${name}-poster-de.jpg`, "poster", ["de", "DE"]),
            imageRow(`/demo-${name}-poster-fr.jpg`, "poster", ["fr", "FR"]),
          ],
  };
}

/** The images of a title. The logo is listed twice, because real payloads repeat rows. */
export function titleImages(name: string, hasArt: boolean | undefined): Body {
  const { backdrops, posters } = postersAndBackdrops(name, hasArt);
  const logo = pathOf(name, "logo", hasArt);
  const logoRows = logo === null ? [] : [imageRow(logo, "logo", ["en", "US"])];
  return { backdrops, logos: [...logoRows, ...logoRows], posters };
}
