import type { DatabaseAddress } from "~/db/address";
import { openDatabase } from "~/db/client";
import { openMeili } from "~/search/index/client";
import { runRelay } from "~/search/index/relay";
import { quick } from "./quick";

/** A relay in a process of its own, to be killed: `bun tests/search/relay-process.ts '{"address":…}'`. */
export type Relaying = { address: DatabaseAddress; url: string; key: string; index: string };

if (import.meta.main) {
  const { address, url, key, index } = JSON.parse(process.argv[2] ?? "{}") as Relaying;
  const { db } = openDatabase(address, { max: 1, statement_timeout_ms: 20_000 });
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const signal = new AbortController().signal;
  await runRelay({ db, meili: openMeili({ url, key }), index, log, signal, settings: quick });
}
