import { placesIn } from "~/db/failure-facts";
import { reasonIn } from "~/jobs/fault";
import type { Log } from "~/log";
import type { FromThread, ToThread } from "./thread-port";

/** Why a thread is gone: by itself or by its silence, or because our own stop ended it. */
export type LossCause = "died" | "stopped";

export type ThreadSettings = {
  /** The module a thread runs; it calls `serveThread`. */
  url: string;
  /** Sent to each thread when it starts; plain data. */
  setup: unknown;
  log: Log;
  /** A thread is gone that may have held a job under this token. */
  onLost: (lease_token: string, cause: LossCause) => Promise<unknown>;
  /** Hears what threads have to report. */
  onReport?: ((report: unknown) => void) | undefined;
  /** A thread that says nothing for so long is ended and replaced. */
  silence_ms: number;
  /** A thread that lived shorter than this died at once. */
  short_life_ms: number;
  /** The wait before a dead thread is replaced; it doubles up to 30 s while they die at once. */
  respawn_ms: number;
};

/** One thread and, when it is gone, the next one in its place. */
export class ThreadSlot {
  readonly #settings: ThreadSettings;
  readonly #ready = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #watch: Timer;
  #worker: Worker | undefined;
  #respawn: Timer | undefined;
  #lease_token: string | undefined;
  #born = 0;
  #heard = 0;
  #shortLives = 0;
  /** What the error was that ended the thread, in one safe line, and where. */
  #error: { reason?: string | undefined; places: string[] } = { places: [] };
  #freed: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
    this.#watch = this.#watchSilence();
    this.#spawn();
  }

  /** Resolves when a thread of this slot has said for the first time that it is ready. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Ends the thread for good: by itself until the deadline, else by force. */
  async stop(deadline_ms: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    clearTimeout(this.#respawn);
    if (this.#worker === undefined) return this.#freed;
    this.#post(this.#worker, { type: "drain" });
    const deadline = setTimeout(
      () => this.#gone(this.#worker, "stopped", "did not end in time"),
      deadline_ms,
    );
    await this.#stopped.promise;
    clearTimeout(deadline);
  }

  #spawn(): void {
    const { url, setup } = this.#settings;
    const worker = new Worker(url);
    this.#worker = worker;
    this.#born = performance.now();
    this.#heard = this.#born;
    this.#error = { places: [] };
    worker.addEventListener("message", ({ data }: MessageEvent<FromThread>) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#error = { reason: reasonIn(event.message), places: placesIn(event.message) };
    });
    worker.addEventListener("close", () => this.#gone(worker, "died", "ended"));
    this.#post(worker, { type: "start", setup });
  }

  #hear(message: FromThread): void {
    this.#heard = performance.now();
    if (message.type === "ready") this.#ready.resolve();
    if (message.type === "claiming") this.#lease_token = message.lease_token;
    if (message.type === "report") this.#settings.onReport?.(message.report);
  }

  /** Looks for silence often. Time in which this very thread was held up is nobody's silence. */
  #watchSilence(): Timer {
    const { silence_ms } = this.#settings;
    const every = silence_ms / 10;
    let looked = performance.now();
    return setInterval(() => {
      const now = performance.now();
      if (now - looked > 3 * every) this.#heard = now;
      looked = now;
      if (now - this.#heard > silence_ms) this.#gone(this.#worker, "died", "fell silent");
    }, every);
  }

  /** The thread is dead or has to be: frees its job and starts the next thread. Counts once. */
  #gone(worker: Worker | undefined, cause: LossCause, what: string): void {
    if (worker === undefined || worker !== this.#worker) return;
    this.#worker = undefined;
    worker.terminate();
    if (!this.#stopping || cause === "stopped")
      this.#settings.log.error(this.#error, `worker thread ${what}`);
    this.#freed = this.#free(this.#stopping ? "stopped" : "died");
    if (this.#stopping) this.#stopped.resolve(this.#freed);
    else this.#respawn = setTimeout(() => this.#spawn(), this.#respawnDelay());
  }

  async #free(cause: LossCause): Promise<void> {
    const lease_token = this.#lease_token;
    this.#lease_token = undefined;
    if (lease_token === undefined) return;
    try {
      await this.#settings.onLost(lease_token, cause);
    } catch {
      this.#settings.log.error({}, "the job of a dead thread waits for the end of its lease");
    }
  }

  #respawnDelay(): number {
    const { short_life_ms, respawn_ms } = this.#settings;
    const short = performance.now() - this.#born < short_life_ms;
    this.#shortLives = short ? this.#shortLives + 1 : 0;
    return Math.min(30_000, respawn_ms * 2 ** Math.max(0, Math.min(this.#shortLives, 12) - 1));
  }

  #post(worker: Worker, message: ToThread): void {
    worker.postMessage(message);
  }
}
