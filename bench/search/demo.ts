import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { demoTitles } from "~/demo/catalog";
import { demoProvider } from "~/demo/provider";
import { collectionRecipe } from "~/ingest/collections/ingest";
import { movieRecipe } from "~/ingest/movies/ingest";
import { personRecipe } from "~/ingest/people/ingest";
import { ingest, type Recipe } from "~/ingest/pipeline";
import { seriesRecipe } from "~/ingest/series/ingest";
import { openProvider, type Provider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";

/** The demo's provider, answered in this process. */
export const openDemo = (): Provider =>
  openProvider({
    base_url: "http://demo.invalid/3",
    token: undefined,
    timeout_ms: 5_000,
    pace: freePace,
    fetch: demoProvider({ today: "2026-11-21" }),
  });

/** Fills a catalog with the demo's titles, collections and people, by the ingestion itself. */
export async function loadDemo(db: Db): Promise<void> {
  const provider = openDemo();
  const take = <N>(recipe: Recipe<N>) =>
    ingest({ db, provider }, recipe, { job_id: uuidv7(), run: 1 }, async () => {});
  for (const id of demoTitles.collections) await take(collectionRecipe(id));
  for (const id of demoTitles.movies) await take(movieRecipe(id));
  for (const id of demoTitles.series) await take(seriesRecipe(id));
  for (const id of demoTitles.people) await take(personRecipe(id));
}
