import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { describe } from "~/db/failure-facts";
import { claimSlot, latestSlot } from "~/jobs/schedule";
import type { Log } from "~/log";
import { sleep } from "~/wake-signal";
import { type Meili, StrangeAnswer, TaskFailed } from "./client";
import { pass, type Round } from "./pass";
import { rebuild, type Workplace } from "./rebuild";
import { reconcile } from "./reconcile";
import { guardStatements, Stranded } from "./session";
import { wantedSettings } from "./settings";
import {
  lead,
  noteDocuments,
  noteFailure,
  rebuildState,
  signOfLife,
  startMarking,
  wantRebuild,
} from "./state";

export type RelaySettings = {
  /** Entries of one pass, and documents of one step of a rebuild or a comparison. */
  batch: number;
  page: number;
  /** The wait when there is nothing to send, when another relay has the lock, and between two looks at the index. */
  idle_ms: number;
  elsewhere_ms: number;
  check_ms: number;
  /** The longest wait after an error. */
  retry_ms: number;
  /** When everything is compared (cron, UTC). */
  reconcile_cron: string;
};

export const relaySettings: RelaySettings = {
  batch: 500,
  page: 1_000,
  idle_ms: 500,
  elsewhere_ms: 2_000,
  check_ms: 15_000,
  retry_ms: 5_000,
  reconcile_cron: "30 3 * * *",
};

/** More than any statement may take. */
const STATEMENT_MS = 25_000;

export type RelayOptions = {
  /** Of one connection, whose end is the end of the lock, with a statement_timeout of 20 s at most. */
  db: Db;
  meili: Meili;
  index: string;
  log: Log;
  signal: AbortSignal;
  settings?: Partial<RelaySettings>;
};

/**
 * Keeps the index in step with the catalog until `signal` aborts: the one writer of the index, however
 * many processes run (F16). Survives a database or a Meilisearch that is away. Rejects with Stranded
 * alone, when its connection is of no use any more: then it has to be started on a new one.
 */
export async function runRelay(options: RelayOptions): Promise<void> {
  const { signal } = options;
  const relay = new Relay({ ...options, db: guardStatements(options.db, STATEMENT_MS) });
  let outage = 0;
  while (!signal.aborted) {
    try {
      const wait_ms = await relay.turn();
      if (outage > 0) await relay.recovered();
      outage = 0;
      if (wait_ms > 0) await sleep(wait_ms, signal);
    } catch (error) {
      if (signal.aborted) return;
      outage += 1;
      await relay.stumbled(error, outage);
      const longest_ms = relay.settings.retry_ms;
      await sleep(Math.min(longest_ms, 50 * 2 ** Math.min(outage, 12)), signal);
    }
  }
}

/** What may be said of an error: Meilisearch's messages can hold addresses and documents. */
const reason = (error: unknown): string =>
  error instanceof TaskFailed || error instanceof StrangeAnswer ? error.message : describe(error);

class Relay {
  readonly settings: RelaySettings;
  readonly #options: RelayOptions;
  readonly #round: Round;
  readonly #place: Workplace;
  /** The newest task seen: an older one means that Meilisearch has lost its memory. */
  #newest = -1;
  /** What goes on step by step between passes. */
  #work: { name: string; steps: AsyncGenerator<void, unknown> } | undefined;
  #compare = false;
  #checked = Number.NEGATIVE_INFINITY;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.settings = { ...relaySettings, ...options.settings };
    this.#round = { after: undefined, size: this.settings.batch };
    const { db, meili, index, signal } = options;
    const { page } = this.settings;
    const finished = (task: number) => meili.finished(task, signal);
    const sent = (task: number) => this.#seen(task);
    this.#place = { db, meili, index, targets: [index], sent, finished, page };
  }

  /** One turn; returns how long to wait before the next. */
  async turn(): Promise<number> {
    const { db } = this.#options;
    const lock = await lead(db);
    if (lock === "elsewhere") return this.settings.elsewhere_ms;
    if (lock === "gained") await this.#begin();
    await this.#look();
    const { size } = this.#round;
    const sent = await pass(this.#place, this.#round);
    if (sent > 0) this.#round.size = Math.min(this.settings.batch, 2 * size);
    await this.#step();
    // After less than a whole batch it pays to wait: few large tasks cost Meilisearch less than many small ones.
    const busy = sent >= size || this.#work !== undefined;
    return busy ? 0 : this.settings.idle_ms;
  }

  /** All went well after some errors. */
  async recovered(): Promise<void> {
    await noteFailure(this.#options.db, undefined);
    this.#options.log.info({}, "the search index can be used again");
  }

  /** The so-manieth error in a row: notes it and starts over from what is stored. Throws what nothing cures. */
  async stumbled(error: unknown, outage: number): Promise<void> {
    if (error instanceof Stranded) throw error;
    const { db, log, index } = this.#options;
    if (this.#work?.name === "reconcile") this.#compare = true;
    this.#work = undefined;
    this.#place.targets = [index];
    this.#checked = Number.NEGATIVE_INFINITY;
    this.#shrink(error);
    const failure = reason(error);
    if (outage === 1) log.error({ reason: failure }, "the search index cannot be used; trying on");
    await noteFailure(db, failure).catch(() => {});
  }

  /** Half as many at a time after a failed task: one bad document ends up alone, and the round goes past it. */
  #shrink(error: unknown): void {
    if (error instanceof TaskFailed && this.#round.size === 1) return;
    this.#round.after = undefined;
    if (error instanceof TaskFailed) this.#round.size = Math.ceil(this.#round.size / 2);
  }

  /** The lock is new: whatever happened to either side meanwhile is found by comparing them. */
  async #begin(): Promise<void> {
    this.#round.after = undefined;
    this.#work = undefined;
    this.#place.targets = [this.#options.index];
    this.#newest = -1;
    this.#compare = true;
    this.#checked = Number.NEGATIVE_INFINITY;
    await startMarking(this.#options.db);
    this.#options.log.info({}, "this process keeps the search index in step");
  }

  /** Every few seconds: is the index there, filled and set up as it should be? */
  async #look(): Promise<void> {
    const now = performance.now();
    if (now - this.#checked < this.settings.check_ms) return;
    const { db } = this.#options;
    await signOfLife(db);
    await this.#nightly();
    const cause = this.#work?.name === "rebuild" ? undefined : await this.#unfit();
    if (cause !== undefined) {
      this.#options.log.warn({ cause }, "the search index is rebuilt");
      await wantRebuild(db, `check ${crypto.randomUUID()}`);
    }
    this.#checked = now;
  }

  /** Why the index has to be rebuilt; undefined when it has not. */
  async #unfit(): Promise<string | undefined> {
    const { db, meili, index } = this.#options;
    const settings = await meili.settings(index);
    if (settings === undefined) return "there is none";
    // Settings that Meilisearch spells in a way of its own would be rebuilt for without end.
    if (settings !== wantedSettings() && settings !== this.#place.kept)
      return "its settings differ";
    const documents = (await meili.count(index)) ?? 0;
    await noteDocuments(db, documents);
    if (documents > 0) return undefined;
    const missing = await db.execute(sql`
      select from search_name n where not exists (
        select from search_outbox o where o.entity_kind = n.kind and o.entity_id = n.entity_id) limit 1`);
    return missing.length > 0 ? "it is empty" : undefined;
  }

  /** Takes the night's slot, so that however often relays change there is one comparison a night. */
  async #nightly(): Promise<void> {
    const { db } = this.#options;
    const slot = latestSlot(this.settings.reconcile_cron, new Date());
    if (slot !== undefined && (await claimSlot(db, "search reconcile", slot))) this.#compare = true;
  }

  async #step(): Promise<void> {
    this.#work ??= await this.#nextWork();
    const work = this.#work;
    if (work === undefined) return;
    const { done, value } = await work.steps.next();
    if (!done) return;
    this.#work = undefined;
    if (work.name === "rebuild") this.#rebuilt();
    else this.#options.log.info({ drift: value }, "catalog and search index were compared");
  }

  async #nextWork() {
    const { wanted, done } = await rebuildState(this.#options.db);
    if (wanted > done) return { name: "rebuild", steps: rebuild(this.#place) };
    if (!this.#compare) return undefined;
    this.#compare = false;
    return { name: "reconcile", steps: reconcile(this.#place) };
  }

  #rebuilt(): void {
    const { log } = this.#options;
    this.#compare = true;
    this.#checked = Number.NEGATIVE_INFINITY;
    if (this.#place.kept !== wantedSettings())
      log.error({}, "Meilisearch keeps other settings than it was given; another version?");
    log.info({}, "the search index is new");
  }

  #seen(task: number): void {
    if (task < this.#newest) {
      this.#options.log.warn({}, "Meilisearch has lost tasks: catalog and index are compared");
      this.#compare = true;
      this.#checked = Number.NEGATIVE_INFINITY;
    }
    this.#newest = task;
  }
}
