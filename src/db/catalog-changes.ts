import { within } from "~/time-limit";
import { type DatabaseAddress, openDatabase } from "./client";

/** What changed: one record by its public id, or, undefined, anything. */
export type Change = string | undefined;

export type ChangeListener = {
  /** A commit has changed this; also called when commits may have been missed. */
  onChange: (change: Change) => void;
  /** Notifications have not arrived for 2 s (false), or arrive again (true). */
  onHearing: (hears: boolean) => void;
};

/** Where the database tells of commits that change the catalog: with an empty text, unless little changed. */
export const CHANNEL = "catalog";

/** For so long after a heartbeat was sent that has come back, nothing else is taken to have happened. */
const LEASE_MS = 100;

const BEAT_MS = 40;

/** Heartbeats pause when nobody has asked for so long. */
const IDLE_MS = 1_000;

// Silence is counted in ticks of BEAT_MS: whatever stalls this process for a while stalls them as well, and
// what arrived meanwhile is read before the next one.

/** After so many silent ticks nobody waits for a heartbeat any more. */
const HOPELESS_TICKS = 3;

/** After so many (2 s) the connections are opened anew; each time it doubles, up to the second number (30 s). */
const SILENT_TICKS = 50;
const MOST_SILENT_TICKS = 750;

/**
 * Hears of every commit that changes the catalog, in the order of the commits, and knows whether it does.
 *
 * The database notifies (see the migration `changes_told`). A connection that no longer delivers looks
 * like a catalog that nobody changes, so this process also notifies itself: a heartbeat that comes back
 * proves that every commit before it has been heard of. It is sent on a second connection, because behind
 * a pooler in transaction mode the listening one would hear nothing but itself.
 */
export class CatalogChanges {
  readonly #address: DatabaseAddress;
  readonly #listener: ChangeListener;
  readonly #name = crypto.randomUUID();
  #link: Link | undefined;
  #timer: Timer | undefined;
  /** Heartbeats that have not come back, the oldest first. */
  #beats: Beat[] = [];
  #lastBeat = 0;
  /** When the latest heartbeat that came back was sent. */
  #provenAt = Number.NEGATIVE_INFINITY;
  #askedAt = 0;
  #silentTicks = 0;
  #patience = SILENT_TICKS;
  #hears = false;
  #isReported = false;
  #changedAt = Number.POSITIVE_INFINITY;

  /** Connects to nothing before {@link start}. */
  constructor(address: DatabaseAddress, listener: ChangeListener) {
    this.#address = address;
    this.#listener = listener;
  }

  /** Begins to listen, on a database that has every migration. */
  start(): void {
    this.#open();
    this.#resume();
  }

  /** Whether notifications arrived when somebody last asked. */
  get hears(): boolean {
    return this.#hears;
  }

  /** When something was last changed or may have been; in milliseconds of performance.now(). */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Whether every commit that is older than 100 ms has been heard of. Costs nothing. */
  isCurrent(): boolean {
    const now = performance.now();
    this.#askedAt = now;
    if (this.#timer === undefined && this.#link !== undefined) this.#resume();
    return now - this.#provenAt < LEASE_MS;
  }

  /** The same, but waits for a heartbeat while there is hope: about 100 ms. */
  async becomesCurrent(): Promise<boolean> {
    for (let tick = 0; !this.isCurrent(); tick += 1) {
      if (!this.#hears || tick === HOPELESS_TICKS) return false;
      await within(BEAT_MS, (this.#beats.at(-1) ?? this.#beat()).back.promise);
    }
    return true;
  }

  /**
   * Resolves when every commit before this call has been heard of, or after 100 ms: by then
   * {@link isCurrent} is false unless a later heartbeat has come back. Without hope it does not wait, and
   * earlier heartbeats no longer count.
   */
  async caughtUp(): Promise<void> {
    if (this.#link === undefined) return;
    if (this.#hears) await within(LEASE_MS, this.#beat().back.promise);
    else this.#forget();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const link = this.#link;
    this.#link = undefined;
    this.#forget();
    await link?.close();
  }

  #open(): void {
    const isThis = () => this.#link === link;
    const link = openLink(this.#address, {
      onMessage: (payload) => isThis() && this.#hear(payload),
      onOpen: () => isThis() && this.#listenAnew(),
    });
    this.#link = link;
    this.#forget();
    this.#silentTicks = 0;
  }

  /** What was committed while nobody listened is unknown. */
  #listenAnew(): void {
    this.#forget();
    this.#change(undefined);
    this.#beat();
  }

  #forget(): void {
    for (const { back } of this.#beats) back.resolve();
    this.#beats = [];
    this.#provenAt = Number.NEGATIVE_INFINITY;
  }

  #change(change: Change): void {
    this.#changedAt = performance.now();
    this.#listener.onChange(change);
  }

  #hear(payload: string): void {
    const [word, name, number] = payload.split(" ");
    if (word !== "beat") this.#change(payload || undefined);
    else if (name === this.#name) this.#hearBeat(Number(number));
  }

  #hearBeat(number: number): void {
    const back = this.#beats.filter((beat) => beat.number <= number);
    this.#beats = this.#beats.filter((beat) => beat.number > number);
    this.#provenAt = back.at(-1)?.at ?? this.#provenAt;
    this.#silentTicks = 0;
    this.#patience = SILENT_TICKS;
    this.#hears = true;
    this.#report(true);
    for (const beat of back) beat.back.resolve();
  }

  #beat(): Beat {
    this.#lastBeat += 1;
    const number = this.#lastBeat;
    const beat = { number, at: performance.now(), back: Promise.withResolvers<void>() };
    this.#beats.push(beat);
    this.#link?.notify(`beat ${this.#name} ${number}`).catch(() => {
      this.#beats = this.#beats.filter((other) => other !== beat);
    });
    return beat;
  }

  #resume(): void {
    this.#forget();
    this.#askedAt = performance.now();
    this.#silentTicks = 0;
    this.#timer = setInterval(() => this.#tick(), BEAT_MS).unref();
    this.#beat();
  }

  /** Sends a heartbeat unless one is on its way. */
  #tick(): void {
    this.#silentTicks += 1;
    if (this.#silentTicks > HOPELESS_TICKS) this.#hears = false;
    if (this.#silentTicks > this.#patience) this.#reopen();
    if (this.#beats.length > 0) return;
    if (performance.now() - this.#askedAt < IDLE_MS) this.#beat();
    else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  /** Of a dead connection neither end may know. */
  #reopen(): void {
    this.#report(false);
    this.#patience = Math.min(2 * this.#patience, MOST_SILENT_TICKS);
    this.#link?.close().catch(() => {});
    this.#open();
  }

  #report(hears: boolean): void {
    if (this.#isReported === !hears) return;
    this.#isReported = !hears;
    this.#listener.onHearing(hears);
  }
}

/** A heartbeat; `back` resolves when it has come back, or when it will not. */
type Beat = { number: number; at: number; back: PromiseWithResolvers<void> };

type Link = { notify: (payload: string) => Promise<unknown>; close: () => Promise<void> };

type LinkEvents = { onMessage: (payload: string) => void; onOpen: () => void };

/** A connection that listens and one that notifies. The driver opens them anew when they end. */
function openLink(address: DatabaseAddress, { onMessage, onOpen }: LinkEvents): Link {
  const { driver } = openDatabase(address, { max: 1, name: "media-catalog changes" });
  driver.listen(CHANNEL, onMessage, onOpen).catch(() => {});
  return {
    notify: (payload) => driver.notify(CHANNEL, payload),
    close: () => driver.end({ timeout: 0 }),
  };
}
