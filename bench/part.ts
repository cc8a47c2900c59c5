import type { Catalog } from "./catalog/catalog";

/** The values of one figure over the rounds. */
export type Spread = { median: number; min: number; max: number };

/** A kind of figure. */
export type Column = {
  unit: string;
  /** Which direction is an improvement; `neither` is not compared. */
  better: "less" | "more" | "neither";
  /** Only in the JSON, not in the table. */
  hidden?: true;
};

/** A line of the table: a case, and its figures by the name of their column; a missing one was not measured. */
export type Row = {
  name: string;
  figures: Record<string, Spread>;
  /** A promise that the figures break, in words; the run then ends with 1. */
  broken?: string;
};

/** What a part is given. */
export type Bench = {
  /** The size of the synthetic catalog. */
  scale: ScaleName;
  /** Rounds over all cases of the part; figures are medians over them. */
  rounds: number;
  /** Only shows that every case answers right, in the least possible time; its figures mean nothing. */
  smoke: boolean;
  /** Keeps scratch databases, and uses those that an earlier run kept. */
  keep: boolean;
  /** Says what happens now, on standard error. */
  say: (text: string) => void;
  /** Path of the compiled service, built at the first call if it is out of date. */
  binary: () => Promise<string>;
  /** The synthetic catalog with the services that read it; started at the first call, ended with the run. */
  catalog: () => Promise<Catalog>;
};

export type ScaleName = "10k" | "100k" | "1m";

/**
 * A group of measurements that runs alone by its name: `bun run bench <name>`. It throws when an answer is
 * wrong, in every mode.
 */
export type Part = {
  name: string;
  /** What it measures, in one line. */
  about: string;
  /** Whether it reads the synthetic catalog, so that its figures are those of one size. */
  sized: boolean;
  columns: Record<string, Column>;
  run: (bench: Bench) => Promise<Row[]>;
};

/** The spread of the values of the rounds, of which there is at least one. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { median: at(sorted.length >> 1), min: at(0), max: at(sorted.length - 1) };
}
