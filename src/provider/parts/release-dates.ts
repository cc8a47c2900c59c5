import { bounds, lengths } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";
import { Quota } from "~/provider/reading/quota";

/**
 * One release in one region. A region can have several releases of one type, such as re-releases.
 * `type`: 1 premiere, 2 theatrical (limited), 3 theatrical, 4 digital, 5 physical, 6 TV.
 */
export type ProviderReleaseDate = {
  region: string;
  type: number;
  release_date: string;
  certification: string | null;
  note: string | null;
  language: string | null;
};

/** The appended `release_dates`, flattened in the provider's order; null if there is no such part. */
export function readReleaseDates(body: Fields): ProviderReleaseDate[] | null {
  const quota = new Quota(bounds.release_dates);
  const readRegion = (item: Fields): ProviderReleaseDate[] | null => {
    const region = item.country("iso_3166_1");
    if (region === null) return item.drop("iso_3166_1");
    const dates = item.list("release_dates", (row) => readRelease(row, region), quota);
    return dates ?? item.drop("release_dates");
  };
  return body.object("release_dates")?.list("results", readRegion, quota)?.flat() ?? null;
}

function readRelease(item: Fields, region: string): ProviderReleaseDate | null {
  const type = item.integer("type", { min: 1, max: 6 });
  if (type === null) return item.drop("type");
  const release_date = item.date("release_date");
  if (release_date === null) return item.drop("release_date");
  return {
    region,
    type,
    release_date,
    certification: item.name("certification", lengths.label),
    note: item.name("note"),
    language: item.language("iso_639_1"),
  };
}
