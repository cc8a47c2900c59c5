import { bounds } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";

/** A title's name in another country; a country can have several. */
export type ProviderAlternateTitle = {
  title: string;
  country_code: string | null;
  type: string | null;
};

/** The appended `alternative_titles`: under `titles` for movies and under `results` for series. */
export function readAlternateTitles(body: Fields): ProviderAlternateTitle[] | null {
  const part = body.object("alternative_titles");
  return (
    part?.list("titles", readAlternateTitle, bounds.alternate_titles) ??
    part?.list("results", readAlternateTitle, bounds.alternate_titles) ??
    null
  );
}

function readAlternateTitle(item: Fields): ProviderAlternateTitle | null {
  const title = item.name("title");
  if (title === null) return item.drop("title");
  return { title, country_code: item.country("iso_3166_1"), type: item.name("type") };
}
