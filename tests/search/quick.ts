import type { RelaySettings } from "~/search/index/relay";

/** Times for tests: everything is looked at at once. */
export const quick: Partial<RelaySettings> = {
  idle_ms: 10,
  standby_ms: 20,
  check_ms: 100,
  retry_ms: 50,
};
