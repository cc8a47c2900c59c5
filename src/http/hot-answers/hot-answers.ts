import { LRUCache } from "lru-cache";
import type { CatalogChanges } from "~/db/catalog-changes";
import type { Answer, Head } from "~/http/answer";
import type { ApiError } from "~/http/errors";
import { freshness, isSameDay } from "~/http/freshness";

/** A kept answer with the pattern of its route; it is of the time `since`, in milliseconds since 1970. */
export type Kept = {
  answer: Answer;
  route: string;
  since: number;
  until: number;
  /** The public ids of records that it shows and its path does not name. */
  ids: readonly string[];
};

/** A computed answer, with the pattern of its route. */
export type Computed = Pick<Kept, "answer" | "route">;

/** How a computation ended: undefined when its result is of no use to others. */
export type Outcome = Answer | ApiError | undefined;

/** The computation of an answer, which equal requests share; `since` as in {@link Kept}. */
export type Flight = {
  target: string;
  since: number;
  /** The same moment in milliseconds of performance.now(). */
  began: number;
  outcome: PromiseWithResolvers<Outcome>;
  /** As in {@link Kept}; whatever is read of them is read after they were added. */
  ids: string[];
  /** Whether it may show any record: it ends with the next change of one. */
  isOpen?: true;
};

/** What answers need to know of the commits that they depend on. */
type Changes = Pick<CatalogChanges, "isCurrent" | "becomesCurrent" | "changedAt" | "hears">;

type Options<Known extends Changes> = {
  maxBytes: number;
  /** Opens what tells of changes; it connects to nothing yet. */
  changes: (onChange: (id: string | undefined) => void) => Known;
  /** Whether answers of a route may be kept; by default all. */
  isKept?: (route: string) => boolean;
  /**
   * Reads may be this much older than the latest commit that was heard of, in milliseconds: 0 unless they
   * go to a standby. What is computed earlier after a change is not kept.
   */
  lag_ms?: number;
  now?: () => number;
};

/** What an entry costs besides its key and its answer, roughly. */
const ENTRY_BYTES = 500;

/** The ids in a path that a change may name. */
const ids = /(?:movie|series|collection|person)_[0-9a-f]{32}/g;

const idsIn = (target: string): string[] => target.split("?", 1)[0]?.match(ids) ?? [];

/**
 * The answers of public reads, by request target, for as long as no commit changes the catalog. The least
 * recently used leave when the space is used up. Whoever reads asks first whether the changes are current.
 */
export class HotAnswers<Known extends Changes = CatalogChanges> {
  readonly #options: Required<Omit<Options<Known>, "changes">>;
  readonly #kept: LRUCache<string, Kept>;
  readonly #flights = new Map<string, Flight>();
  /** The targets of kept answers by the ids in their paths. */
  readonly #targets = new Map<string, Set<string>>();
  readonly changes: Known;
  /** What has happened so far. */
  readonly counts = { hits: 0, misses: 0, shared: 0, emptied: 0, dropped: 0 };

  constructor({ changes, ...options }: Options<Known>) {
    this.#options = { isKept: () => true, lag_ms: 0, now: Date.now, ...options };
    this.changes = changes((id) => this.#change(id));
    this.#kept = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ answer }, target) => ENTRY_BYTES + 2 * target.length + answer.size,
      dispose: (kept, target) => this.#unname(target, kept),
    });
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  get entries(): number {
    return this.#kept.size;
  }

  /** The answer that is kept for a target; undefined when there is none. */
  find(target: string): Kept | undefined {
    const kept = this.#kept.get(target);
    if (kept === undefined) return undefined;
    const now = this.#options.now();
    // A clock that was set back says nothing about ages.
    if (now < kept.until && now >= kept.since) return kept;
    this.#kept.delete(target);
    return undefined;
  }

  /** The response to a request from what is kept. */
  respond(kept: Kept, target: string, request: Request, set: Head): Response {
    this.counts.hits += 1;
    const { answer, since } = kept;
    const { forms } = answer;
    set.headers.age = String(Math.floor((this.#options.now() - since) / 1_000));
    const response = answer.respond(request, set);
    if (answer.forms > forms) this.#keep(target, { ...kept });
    return response;
  }

  /** The computation that equal requests may wait for. */
  flight(target: string): Flight | undefined {
    const flight = this.#flights.get(target);
    return flight && isSameDay(flight.since, this.#options.now()) ? flight : undefined;
  }

  /** Begins a computation, before its first statement is sent. */
  begin(target: string): Flight {
    const began = performance.now();
    const since = this.#options.now();
    const outcome = Promise.withResolvers<Outcome>();
    const flight = { target, since, began, outcome, ids: [] };
    this.#flights.set(target, flight);
    return flight;
  }

  /** Ends a computation with its answer, and keeps that unless a change came in between. */
  land(flight: Flight, { answer, route }: Computed): void {
    const { isKept, lag_ms } = this.#options;
    const { target, since, ids } = flight;
    const isValid = this.#flights.get(target) === flight;
    this.end(flight, answer);
    const isOld = lag_ms > 0 && flight.began - this.changes.changedAt < lag_ms;
    if (!isValid || isOld || !isKept(route)) return;
    const until = since + 1_000 * freshness(new Date(since)).fresh;
    this.#keep(target, { answer, route, since, until, ids });
  }

  /** Ends a computation that leaves nothing to keep. */
  end(flight: Flight, outcome: Outcome): void {
    flight.outcome.resolve(outcome);
    if (this.#flights.get(flight.target) === flight) this.#flights.delete(flight.target);
  }

  /** Forgets what a commit has changed: everything, or what names one record. */
  #change(id: string | undefined): void {
    if (id === undefined) {
      this.counts.emptied += 1;
      this.#flights.clear();
      this.#kept.clear();
      return;
    }
    this.counts.dropped += 1;
    for (const target of [...(this.#targets.get(id) ?? [])]) this.#kept.delete(target);
    for (const [target, { ids, isOpen }] of this.#flights) {
      if (isOpen || target.includes(id) || ids.includes(id)) this.#flights.delete(target);
    }
  }

  #keep(target: string, kept: Kept): void {
    this.#kept.set(target, kept);
    if (!this.#kept.has(target)) return;
    for (const id of [...idsIn(target), ...kept.ids]) {
      const targets = this.#targets.get(id) ?? new Set();
      this.#targets.set(id, targets.add(target));
    }
  }

  #unname(target: string, { ids }: Kept): void {
    for (const id of [...idsIn(target), ...ids]) {
      const targets = this.#targets.get(id);
      targets?.delete(target);
      if (targets?.size === 0) this.#targets.delete(id);
    }
  }
}

/** Answers are kept and given whatever tells of changes. */
export type AnyHotAnswers = HotAnswers<Changes>;
