import { meilisearchDouble } from "../../tests/support/meilisearch";

/** The test double of Meilisearch in a process of its own; prints its address and ends with its standard input. */
const { url, key } = meilisearchDouble();
console.log(JSON.stringify({ url, key }));
for await (const _ of Bun.stdin.stream()) {
}
process.exit(0);
