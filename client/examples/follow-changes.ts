/** Keeps a copy of the movies' titles in step with the catalog: `bun follow-changes.ts`, beside a demo on port 8080. */

import { CursorExpired, createClient } from "media-catalog-client";

const catalog = createClient({ base_url: "http://127.0.0.1:8080" });
const titles = new Map<string, string>();
/** A program that is started again goes on from where it stored this. */
let since = "0";

async function read(id: string): Promise<void> {
  const { data } = await catalog.GET("/api/v1/movies/{id}", { params: { path: { id } } });
  if (data === undefined) titles.delete(id);
  else titles.set(id, data.title);
}

for (;;) {
  try {
    for await (const { results, cursor } of catalog.changes({ since, kinds: "movie" })) {
      for (const { id } of results) await read(id);
      since = cursor;
      console.log(`${titles.size} movies at ${cursor}`);
    }
  } catch (error) {
    if (!(error instanceof CursorExpired)) throw error;
    titles.clear();
    since = error.restart;
  }
}
