import type { Static } from "@sinclair/typebox";
import { titleFilter } from "~/catalog/listing/filter";
import { sortsNamed } from "~/catalog/listing/sorts";
import { titleListing } from "~/catalog/listing/statement";
import { SeriesSummary, seriesSummary } from "~/catalog/titles/series-summary";
import type { Db } from "~/db/client";
import { series } from "~/db/schema";
import { Page, type Slice } from "~/http/request/page";
import { seriesStatuses } from "~/vocabulary";

/** The orders of /series; the last three are the provider's names (M77). */
const sorts = sortsNamed({
  popularity: "popularity",
  air_date: "date",
  rating: "rating",
  title: "title",
  first_air_date: "date",
  vote_average: "rating",
  name: "title",
});

export const SeriesFilter = titleFilter(seriesStatuses, sorts);
export type SeriesFilter = Static<typeof SeriesFilter>;
export const SeriesPage = Page(SeriesSummary);

const listing = titleListing({
  kind: "series",
  table: series,
  date: series.first_air_date,
  fields: seriesSummary,
});

/** A page of series (M77). */
export const listSeries = (db: Db, filter: SeriesFilter): Promise<Slice<SeriesSummary>> =>
  listing(db, filter, sorts[filter.sort_by]);
