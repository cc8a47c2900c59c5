import { placesIn } from "~/db/failure-facts";
import { reasonIn } from "~/jobs/fault";
import type { Log } from "~/log";
import type { FromThread, ToThread } from "./thread-port";

/** Why a thread is gone: it crashed, exited or did not respond, or our own stop ended it. */
export type LossCause = "died" | "stopped";

export type ThreadSettings = {
  /** The module a thread runs; it calls `serveThread`. */
  url: string;
  /** Sent to each thread when it starts; plain data. */
  setup: unknown;
  log: Log;
  /** Called when a thread is gone that may have held a job under this token. */
  onLost: (lease_token: string, cause: LossCause) => Promise<unknown>;
  /** Called with the reports of the threads. */
  onReport?: ((report: unknown) => void) | undefined;
  /** A thread that sends no message for so long is terminated and replaced. */
  silence_ms: number;
  /** A thread that lived shorter than this counts as failing at start. */
  short_life_ms: number;
  /** The wait before a dead thread is replaced; it doubles up to 30 s while threads fail at start. */
  respawn_ms: number;
};

/** One thread and its successors. */
export class ThreadSlot {
  readonly #settings: ThreadSettings;
  readonly #ready = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #watch: Timer;
  #worker: Worker | undefined;
  #respawn: Timer | undefined;
  #lease_token: string | undefined;
  #startedAt = 0;
  #lastMessageAt = 0;
  #shortLives = 0;
  /** The error that ended the thread: a short reason without data, and its stack. */
  #error: { reason?: string | undefined; places: string[] } = { places: [] };
  #released: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
    this.#watch = this.#watchSilence();
    this.#spawn();
  }

  /** Resolves when a thread of this slot is ready for the first time. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Ends the thread for good: it drains until the deadline and is then terminated. */
  async stop(deadline_ms: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    clearTimeout(this.#respawn);
    if (this.#worker === undefined) return this.#released;
    this.#post(this.#worker, { type: "drain" });
    const deadline = setTimeout(
      () => this.#replace(this.#worker, "stopped", "did not end in time"),
      deadline_ms,
    );
    await this.#stopped.promise;
    clearTimeout(deadline);
  }

  #spawn(): void {
    const { url, setup } = this.#settings;
    const worker = new Worker(url);
    this.#worker = worker;
    this.#startedAt = performance.now();
    this.#lastMessageAt = this.#startedAt;
    this.#error = { places: [] };
    worker.addEventListener("message", ({ data }: MessageEvent<FromThread>) =>
      this.#onMessage(data),
    );
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#error = { reason: reasonIn(event.message), places: placesIn(event.message) };
    });
    worker.addEventListener("close", () => this.#replace(worker, "died", "ended"));
    this.#post(worker, { type: "start", setup });
  }

  #onMessage(message: FromThread): void {
    this.#lastMessageAt = performance.now();
    if (message.type === "ready") this.#ready.resolve();
    if (message.type === "claiming") this.#lease_token = message.lease_token;
    if (message.type === "report") this.#settings.onReport?.(message.report);
  }

  /** Checks often whether the thread still responds. A pause of this main thread does not count. */
  #watchSilence(): Timer {
    const { silence_ms } = this.#settings;
    const every = silence_ms / 10;
    let checked_at = performance.now();
    return setInterval(() => {
      const now = performance.now();
      if (now - checked_at > 3 * every) this.#lastMessageAt = now;
      checked_at = now;
      if (now - this.#lastMessageAt > silence_ms)
        this.#replace(this.#worker, "died", "stopped responding");
    }, every);
  }

  /** The thread is dead or must end: releases its job and starts the next thread. Acts once per thread. */
  #replace(worker: Worker | undefined, cause: LossCause, what: string): void {
    if (worker === undefined || worker !== this.#worker) return;
    this.#worker = undefined;
    worker.terminate();
    if (!this.#stopping || cause === "stopped")
      this.#settings.log.error(this.#error, `worker thread ${what}`);
    this.#released = this.#release(this.#stopping ? "stopped" : "died");
    if (this.#stopping) this.#stopped.resolve(this.#released);
    else this.#respawn = setTimeout(() => this.#spawn(), this.#respawnDelay());
  }

  async #release(cause: LossCause): Promise<void> {
    const lease_token = this.#lease_token;
    this.#lease_token = undefined;
    if (lease_token === undefined) return;
    try {
      await this.#settings.onLost(lease_token, cause);
    } catch {
      this.#settings.log.error(
        {},
        "the job of a dead thread could not be released; it waits for the end of its lease",
      );
    }
  }

  #respawnDelay(): number {
    const { short_life_ms, respawn_ms } = this.#settings;
    const short = performance.now() - this.#startedAt < short_life_ms;
    this.#shortLives = short ? this.#shortLives + 1 : 0;
    return Math.min(30_000, respawn_ms * 2 ** Math.max(0, Math.min(this.#shortLives, 12) - 1));
  }

  #post(worker: Worker, message: ToThread): void {
    worker.postMessage(message);
  }
}
