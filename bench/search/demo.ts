import { uuidv7 } from "uuidv7";
import type { Db } from "~/db/client";
import { demoTitles } from "~/demo/catalog";
import { demoProvider } from "~/demo/provider";
import { collectionIngestion } from "~/ingest/collections/ingest";
import { movieIngestion } from "~/ingest/movies/ingest";
import { personIngestion } from "~/ingest/people/ingest";
import { type Ingestion, ingest } from "~/ingest/pipeline";
import { seriesIngestion } from "~/ingest/series/ingest";
import { openProvider, type Provider } from "~/provider/http/client";
import { freePace } from "~/provider/http/pace";

/** The demo's provider, in this process. */
export const openDemo = (): Provider =>
  openProvider({
    base_url: "http://demo.invalid/3",
    token: undefined,
    timeout_ms: 5_000,
    pace: freePace,
    fetch: demoProvider({ today: "2026-11-21" }),
  });

/** Fills a catalog with the demo's titles, collections and people through ingestion. */
export async function loadDemo(db: Db): Promise<void> {
  const provider = openDemo();
  const take = <N>(ingestion: Ingestion<N>) =>
    ingest(
      { db, provider },
      ingestion,
      { id: uuidv7(), lease_token: uuidv7(), run: 1 },
      { written: async () => {} },
    );
  for (const id of demoTitles.collections) await take(collectionIngestion(id));
  for (const id of demoTitles.movies) await take(movieIngestion(id));
  for (const id of demoTitles.series) await take(seriesIngestion(id));
  for (const id of demoTitles.people) await take(personIngestion(id));
}
