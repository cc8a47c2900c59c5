import type { Db } from "~/db/client";
import { describe } from "~/db/failure-facts";
import type { Log } from "~/log";
import { sleep } from "~/wake-signal";
import { claimSlot, latestSlot } from "~/workers/schedule";
import { type Meili, TaskFailed, UnexpectedResponse } from "./client";
import { drainOutbox, type OutboxCursor } from "./outbox";
import { rebuild, rebuildReason } from "./rebuild";
import { reconcile } from "./reconcile";
import type { RelayContext } from "./relay-context";
import {
  acquireRelayLock,
  ClientTimeout,
  STATEMENT_TIMEOUT_MS,
  withClientTimeout,
} from "./session";
import { wantedSettings } from "./settings";
import {
  readRebuildState,
  recordFailure,
  recordHeartbeat,
  requestRebuild,
  startChangeTracking,
} from "./state";

export type RelaySettings = {
  /** How many entries of the outbox are sent at a time. */
  batch: number;
  /** How many documents a rebuild or a comparison handles at a time. */
  page: number;
  /** The wait while the outbox is empty. */
  idle_ms: number;
  /** The wait while another relay holds the lock. */
  standby_ms: number;
  /** The time between two checks of the index. */
  check_ms: number;
  /** The longest wait after an error. */
  retry_ms: number;
  /** When the whole index is compared with the catalog (cron, UTC). */
  reconcile_cron: string;
};

export const relaySettings: RelaySettings = {
  batch: 500,
  page: 1_000,
  idle_ms: 500,
  standby_ms: 2_000,
  check_ms: 15_000,
  retry_ms: 5_000,
  reconcile_cron: "30 3 * * *",
};

export type RelayOptions = {
  /** A single connection, because the lock ends with it; its statement_timeout is 20 s at most. */
  db: Db;
  meili: Meili;
  index: string;
  log: Log;
  signal: AbortSignal;
  settings?: Partial<RelaySettings>;
};

/**
 * Keeps the index in sync with the catalog until `signal` aborts. However many processes run a relay,
 * one at a time works, so the index has one writer. Retries while the database or Meilisearch is down.
 * Rejects only with ClientTimeout: then its connection is unusable and it has to be started on a new
 * one.
 */
export async function runRelay(options: RelayOptions): Promise<void> {
  const { signal } = options;
  const relay = new Relay({ ...options, db: withClientTimeout(options.db, STATEMENT_TIMEOUT_MS) });
  let failures = 0;
  while (!signal.aborted) {
    try {
      const wait_ms = await relay.run();
      if (failures > 0) await relay.onRecovery();
      failures = 0;
      if (wait_ms > 0) await sleep(wait_ms, signal);
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      await relay.onFailure(error, failures);
      const longest_ms = relay.settings.retry_ms;
      await sleep(Math.min(longest_ms, 50 * 2 ** Math.min(failures, 12)), signal);
    }
  }
}

/** An error without the messages of Meilisearch, which can contain addresses and documents. */
const describeFailure = (error: unknown): string =>
  error instanceof TaskFailed || error instanceof UnexpectedResponse
    ? error.message
    : describe(error);

class Relay {
  readonly settings: RelaySettings;
  readonly #options: RelayOptions;
  readonly #cursor: OutboxCursor;
  readonly #context: RelayContext;
  /** The highest task uid so far; a lower one means that Meilisearch has lost its tasks. */
  #lastTask = -1;
  /** A rebuild or a comparison; one step of it runs after each drain of the outbox. */
  #work: { name: string; steps: AsyncGenerator<void, unknown> } | undefined;
  #isComparisonDue = false;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.settings = { ...relaySettings, ...options.settings };
    this.#cursor = { after: undefined, size: this.settings.batch };
    const { db, meili, index, signal } = options;
    const { page } = this.settings;
    const waitForTask = (uid: number) => meili.waitForTask(uid, signal);
    const onTask = (uid: number) => this.#onTask(uid);
    this.#context = { db, meili, index, targets: [index], onTask, waitForTask, page };
  }

  /** Checks the index, drains the outbox once and does one step of other work; returns the wait before the next run. */
  async run(): Promise<number> {
    const lock = await acquireRelayLock(this.#options.db);
    if (lock === "elsewhere") return this.settings.standby_ms;
    if (lock === "gained") await this.#start();
    await this.#check();
    const { size } = this.#cursor;
    const sent = await drainOutbox(this.#context, this.#cursor);
    if (sent > 0) this.#cursor.size = Math.min(this.settings.batch, 2 * size);
    await this.#continueWork();
    // Waiting after a partial batch pays: Meilisearch handles few large tasks faster than many small ones.
    const isBusy = sent >= size || this.#work !== undefined;
    return isBusy ? 0 : this.settings.idle_ms;
  }

  /** Called after the first run that succeeds after failures. */
  async onRecovery(): Promise<void> {
    await recordFailure(this.#options.db, undefined);
    this.#options.log.info({}, "the search index can be used again");
  }

  /** Records a failure and starts over from what is stored; `failures` counts those in a row. Throws ClientTimeout. */
  async onFailure(error: unknown, failures: number): Promise<void> {
    if (error instanceof ClientTimeout) throw error;
    const { db, log, index } = this.#options;
    if (this.#work?.name === "reconcile") this.#isComparisonDue = true;
    this.#work = undefined;
    this.#context.targets = [index];
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    this.#reduceBatch(error);
    const reason = describeFailure(error);
    if (failures === 1) log.error({ reason }, "the search index cannot be used; retrying");
    await recordFailure(db, reason).catch(() => {});
  }

  /** Halves the batch after a failed task, until a document that Meilisearch refuses is alone and is skipped. */
  #reduceBatch(error: unknown): void {
    if (error instanceof TaskFailed && this.#cursor.size === 1) return;
    this.#cursor.after = undefined;
    if (error instanceof TaskFailed) this.#cursor.size = Math.ceil(this.#cursor.size / 2);
  }

  /** Starts after the lock was acquired. The catalog or the index may have changed before, so they are compared. */
  async #start(): Promise<void> {
    this.#cursor.after = undefined;
    this.#work = undefined;
    this.#context.targets = [this.#options.index];
    this.#lastTask = -1;
    this.#isComparisonDue = true;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    await startChangeTracking(this.#options.db);
    this.#options.log.info({}, "this process keeps the search index in sync");
  }

  /** Every few seconds: records a heartbeat, and requests a comparison or a rebuild when one is due. */
  async #check(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedAt < this.settings.check_ms) return;
    const { db, log } = this.#options;
    await recordHeartbeat(db);
    // The slot is claimed in the database, so that a change of relays does not repeat the comparison.
    const slot = latestSlot(this.settings.reconcile_cron, new Date());
    if (slot !== undefined && (await claimSlot(db, "search reconcile", slot)))
      this.#isComparisonDue = true;
    const isRebuilding = this.#work?.name === "rebuild";
    const reason = isRebuilding ? undefined : await rebuildReason(this.#context);
    if (reason !== undefined) {
      log.warn({ reason }, "the search index has to be rebuilt");
      await requestRebuild(db, `check ${crypto.randomUUID()}`);
    }
    this.#checkedAt = now;
  }

  async #continueWork(): Promise<void> {
    this.#work ??= await this.#nextWork();
    const work = this.#work;
    if (work === undefined) return;
    const { done, value } = await work.steps.next();
    if (!done) return;
    this.#work = undefined;
    if (work.name === "rebuild") this.#onRebuilt();
    else this.#options.log.info({ drift: value }, "the search index was compared with the catalog");
  }

  async #nextWork() {
    const { wanted, done } = await readRebuildState(this.#options.db);
    if (wanted > done) return { name: "rebuild", steps: rebuild(this.#context) };
    if (!this.#isComparisonDue) return undefined;
    this.#isComparisonDue = false;
    return { name: "reconcile", steps: reconcile(this.#context) };
  }

  #onRebuilt(): void {
    const { log } = this.#options;
    this.#isComparisonDue = true;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    if (this.#context.storedSettings !== wantedSettings())
      log.error(
        {},
        "Meilisearch has stored other settings than it was sent; is it another version?",
      );
    log.info({}, "the search index was rebuilt");
  }

  #onTask(uid: number): void {
    if (uid < this.#lastTask) {
      this.#options.log.warn({}, "Meilisearch has lost its tasks; the index will be compared");
      this.#isComparisonDue = true;
      this.#checkedAt = Number.NEGATIVE_INFINITY;
    }
    this.#lastTask = uid;
  }
}
