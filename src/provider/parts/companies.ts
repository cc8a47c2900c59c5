import { lengths } from "~/bounds";
import type { Fields } from "~/provider/reading/fields";

/** A production company or a network; each of the two has its own ids. */
export type ProviderCompany = {
  external_id: number;
  name: string;
  country: string | null;
  logo_path: string | null;
};

/** Reads one row of `production_companies` or `networks`. */
export function readCompany(item: Fields): ProviderCompany | null {
  const external_id = item.id("id");
  if (external_id === null) return item.drop("id");
  const name = item.name("name", lengths.shared_name);
  if (name === null) return item.drop("name");
  return {
    external_id,
    name,
    country: item.country("origin_country"),
    logo_path: item.imagePath("logo_path"),
  };
}
