import type { Db } from "~/db/client";
import type { Meili } from "./client";

/** What a relay shares with the work it does: draining the outbox, rebuilds and comparisons. */
export type RelayContext = {
  db: Db;
  meili: Meili;
  /** The name of the index that searches use. */
  index: string;
  /** The indexes that receive changes: during a rebuild, the new one as well. */
  targets: string[];
  /** Called with the uid of every task that draining the outbox enqueues. */
  onTask: (uid: number) => void;
  /** Returns when the task has succeeded; throws when it has not. */
  waitForTask: (uid: number) => Promise<void>;
  /** The settings that Meilisearch reported after the latest rebuild. */
  storedSettings?: string | undefined;
  /** How many documents a rebuild or a comparison handles at a time. */
  page: number;
};
