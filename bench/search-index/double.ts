import { meilisearchDouble } from "../../tests/support/meilisearch";

/** The test double of Meilisearch in a process of its own; answers a line with its address and key. */
const { url, key } = meilisearchDouble();
for await (const line of console) {
  if (line === "") break;
  console.log(JSON.stringify({ url, key }));
}
process.exit(0);
