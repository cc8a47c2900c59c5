import { sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";
import { only } from "~/db/sql";
import { ApiError } from "~/http/errors";
import { type ChangeGroup, type ChangeKind, changeGroups } from "~/vocabulary";
import type { Cursor } from "./cursor";
import type { Interest } from "./row";

type Options = {
  db: Db;
  /** Listens for the numberer's notifications; without it arrivals are found by the poll alone. */
  driver?: Sql | undefined;
  /** The most places, in all and for one network. */
  most?: number;
  most_of_one?: number;
  /** Notifications may be lost, so the end of the feed is also read this often while somebody waits. */
  poll_ms?: number;
};

/** The end of the feed as a reader met it. */
type End = { head: number; cursor: Pick<Cursor, "epoch"> };

type Waiter = Interest & { head: number; epoch: Cursor["epoch"]; resolve: () => void };

/** What one entity's row says about the changes after a number. */
type Arrival = {
  sequence: string;
  kind: ChangeKind;
  /** Whether all of it changed: it came, went or is hidden. */
  whole: boolean;
  groups: ChangeGroup[];
};

/** The feed as a look finds it. */
type Look = { epoch: string; head: number; arrivals: Arrival[] };

/** After more arrivals at once everybody looks for himself. */
const MOST_ARRIVALS = 1_000;

const statement = fixedStatement<"known">(() => {
  const known = sql`${parameter("known")}::bigint`;
  const words = sql.raw(`'{${changeGroups}}'::text[]`);
  return sql`
    select epoch, head::float8, array_to_json(array(
      select row_to_json(arrival) from (
        select sequence, kind, created_sequence > ${known} or state <> 'live' as whole, array(
          select word from unnest(${words}) with ordinality listed (word, place)
          where groups[place] > ${known}) as groups
        from changes where sequence > ${known} order by sequence limit ${sql.raw(String(MOST_ARRIVALS))}
      ) arrival)) as arrivals
    from (select epoch, sequence as head from change_counter) counter`;
});

const tooMany = (): ApiError =>
  new ApiError("not_ready", {
    message: "Too many requests wait for changes; retry later, or ask without wait.",
    headers: { "retry-after": "10" },
  });

/**
 * Tells those who wait that the feed has grown by something that concerns them. One connection listens for all of
 * a process, and one statement looks for all.
 */
export class Arrivals {
  readonly #options: Required<Omit<Options, "driver">> & Pick<Options, "driver">;
  readonly #waiters = new Set<Waiter>();
  readonly #places = new Map<string, number>();
  #taken = 0;
  /** The newest number of which every waiter was told. */
  #known = 0;
  #timer: Timer | undefined;
  #isListening = false;
  #looking: Promise<void> | undefined;
  #isDue = false;

  constructor(options: Options) {
    this.#options = { most: 256, most_of_one: 8, poll_ms: 500, ...options };
  }

  /** How many places are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes a place to wait for a network's request; throws `not_ready` when there is none. */
  place(network: string): Disposable {
    const { most, most_of_one } = this.#options;
    const own = this.#places.get(network) ?? 0;
    if (this.#taken >= most || own >= most_of_one) throw tooMany();
    this.#taken += 1;
    this.#places.set(network, own + 1);
    return { [Symbol.dispose]: () => this.#leave(network) };
  }

  /** Resolves when something after `end` may be of interest, when a new epoch begins, or when `signal` aborts. */
  async after(end: End, interest: Interest, signal: AbortSignal): Promise<void> {
    const { head, cursor } = end;
    if (signal.aborted) return;
    if (this.#waiters.size === 0) this.#known = head;
    // What came in between was told to others only.
    if (head < this.#known) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { ...interest, head, epoch: cursor.epoch, resolve };
    this.#waiters.add(waiter);
    signal.addEventListener("abort", resolve as () => void);
    this.#listen();
    this.#timer ??= setInterval(() => this.#look(), this.#options.poll_ms).unref();
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", resolve as () => void);
      this.#waiters.delete(waiter);
      if (this.#waiters.size === 0) this.#rest();
    }
  }

  #leave(network: string): void {
    this.#taken -= 1;
    const own = (this.#places.get(network) ?? 0) - 1;
    if (own > 0) this.#places.set(network, own);
    else this.#places.delete(network);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The connection opens with the first who waits, is reopened by the driver, and ends with it. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    const look = () => this.#look();
    this.#options.driver?.listen("changes", look, look).catch(() => {
      this.#isListening = false;
    });
  }

  /** Looks once, and once more for what is told meanwhile. */
  #look(): void {
    if (this.#waiters.size === 0) return;
    this.#isDue = true;
    this.#looking ??= this.#lookWhileDue().finally(() => {
      this.#looking = undefined;
    });
  }

  async #lookWhileDue(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false;
      // While the database is away, those who wait go on waiting.
      await this.#tell().catch(() => {});
    }
  }

  async #tell(): Promise<void> {
    const known = this.#known;
    const { epoch, head, arrivals } = only(
      await this.#options.db.execute<Look>(statement({ known })),
    );
    const isUnclear = head < known || arrivals.length === MOST_ARRIVALS;
    this.#known = head;
    for (const waiter of this.#waiters) {
      const isAnew = isUnclear || waiter.epoch !== epoch;
      if (isAnew || arrivals.some((arrival) => concerns(arrival, waiter))) waiter.resolve();
    }
  }
}

const concerns = (
  { sequence, kind, whole, groups }: Arrival,
  { head, ...interest }: Waiter,
): boolean =>
  Number(sequence) > head &&
  interest.kinds?.includes(kind) !== false &&
  (whole ||
    interest.groups === undefined ||
    interest.groups.some((group) => groups.includes(group)));
