import type { InvalidLine } from "~/db/schema";
import type { ImportKind } from "~/vocabulary";
import { IdList } from "./id-list";
import type { FileLine } from "./line";
import { ImportRefused } from "./refusal";

/** Which of the entries of a file are wanted. */
export type Wishes = {
  /** Only so many, the most popular or the first ones. */
  top?: number | undefined;
  min_popularity?: number | undefined;
  include_adult?: boolean | undefined;
};

const NAMED_LINES = 10;
const SHOWN_TEXT = 80;

/** The entries of a file, as they are read: of each id the first line counts. A million take about 50 MB. */
export class Selection {
  total = 0;
  invalid = 0;
  /** The first lines that name nothing. */
  readonly invalid_lines: InvalidLine[] = [];
  readonly #wishes: Wishes;
  /** Ids of the provider, and for references their place in `#references`, plus one, below zero. */
  readonly #entries = new IdList();
  readonly #references: `${string}:${string}`[] = [];
  readonly #places = new Map<string, number>();
  #popularity = new Float64Array(1_024);
  #tells: FileLine["tells"];
  #tellsPopularity = false;

  constructor(wishes: Wishes) {
    this.#wishes = wishes;
  }

  add({ line, text, names, popularity, adult, tells }: FileLine): void {
    this.total += 1;
    if (names === undefined) {
      this.#note(line, text);
      return;
    }
    this.#tells ??= tells;
    this.#tellsPopularity ||= popularity !== undefined;
    const { min_popularity = Number.NEGATIVE_INFINITY, include_adult = false } = this.#wishes;
    const known = popularity ?? Number.NEGATIVE_INFINITY;
    if ((adult && !include_adult) || known < min_popularity) return;
    if (this.#entries.add(this.#numberOf(names))) this.#rate(this.#entries.length - 1, known);
  }

  #note(line: number, text: string): void {
    this.invalid += 1;
    if (this.invalid_lines.length >= NAMED_LINES) return;
    // PostgreSQL stores no U+0000.
    const shown = text.slice(0, SHOWN_TEXT).replaceAll("\0", "\uFFFD").toWellFormed();
    this.invalid_lines.push({ line, text: shown });
  }

  #numberOf(names: number | `${string}:${string}`): number {
    if (typeof names === "number") return names;
    const place = this.#places.get(names) ?? this.#references.push(names);
    this.#places.set(names, place);
    return -place;
  }

  #rate(place: number, popularity: number): void {
    if (place >= this.#popularity.length) {
      const larger = new Float64Array(2 * this.#popularity.length);
      larger.set(this.#popularity);
      this.#popularity = larger;
    }
    this.#popularity[place] = popularity;
  }

  /**
   * The kind of the ids: the one that was asked for, else what the file tells, else movie. Throws ImportRefused
   * if the file is of another kind, is one of several kinds, or tells no popularity that was asked for.
   */
  kind(asked: ImportKind | undefined): ImportKind {
    if (this.total === this.invalid) {
      throw new ImportRefused(
        "No line of the file names anything: each has to be an id such as 603, a reference such as imdb:tt0133093, or a line of the provider's daily id file; a CSV file needs a header with a column id, tmdb_id or imdb_id.",
      );
    }
    if (this.#wishes.min_popularity !== undefined && !this.#tellsPopularity) {
      throw new ImportRefused("The file tells no popularity, so none can be asked for.");
    }
    const tells = this.#tells;
    if (asked === undefined && tells === "unclear") {
      throw new ImportRefused("The file has names only: say which kind of record they are of.");
    }
    const told = tells === "unclear" ? undefined : tells;
    const isTitle = told === "movie" || told === "series";
    if (asked !== undefined && isTitle && told !== asked) {
      throw new ImportRefused(`The file is one of kind ${told}, not ${asked}.`);
    }
    return asked ?? told ?? "movie";
  }

  /** How many entries are chosen. */
  get chosen(): number {
    return Math.min(this.#wishes.top ?? this.#entries.length, this.#entries.length);
  }

  /**
   * The chosen entries as jobs name them, in lists of `size`: the most popular first, those without popularity
   * last and as in the file.
   */
  *inOrder(size: number): Generator<string[]> {
    const popularity = this.#popularity;
    const order = new Uint32Array(this.#entries.length);
    for (let place = 0; place < order.length; place += 1) order[place] = place;
    if (this.#tellsPopularity) {
      order.sort((a, b) => compare(popularity[b] ?? 0, popularity[a] ?? 0) || a - b);
    }
    for (let at = 0; at < this.chosen; at += size) {
      const places = order.subarray(at, Math.min(at + size, this.chosen));
      yield Array.from(places, (place) => this.#nameOf(place));
    }
  }

  #nameOf(place: number): string {
    const entry = this.#entries.at(place);
    return entry > 0 ? String(entry) : (this.#references[-entry - 1] ?? "");
  }
}

/** Also of two infinities, whose difference is no number. */
const compare = (a: number, b: number): number => Number(a > b) - Number(a < b);
