import { type DatabaseAddress, openDatabase } from "~/db/client";
import { openMeili } from "~/search/index/client";
import { type RelaySettings, runRelay } from "~/search/index/relay";

/** Short waits for tests. */
export const quickSettings: Partial<RelaySettings> = {
  idle_ms: 10,
  standby_ms: 20,
  check_ms: 100,
  retry_ms: 50,
};

/** A relay in a separate process that a test can kill: `bun tests/search/index/relay-process.ts '{"address":…}'`. */
export type RelaySetup = { address: DatabaseAddress; url: string; key: string; index: string };

if (import.meta.main) {
  const { address, url, key, index } = JSON.parse(process.argv[2] ?? "{}") as RelaySetup;
  const { db } = openDatabase(address, { max: 1, statement_timeout_ms: 20_000 });
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const signal = new AbortController().signal;
  await runRelay({
    db,
    meili: openMeili({ url, key }),
    index,
    log,
    signal,
    settings: quickSettings,
  });
}
