import { recorded } from "../../tests/support/recorded";
import { type Bench, type Column, type Part, type Row, spread } from "../part";
import { type Measured, measureIngestion } from "./measure";
import { startProvider } from "./provider";

const phase = (name: string): Record<string, Column> => ({
  [`${name}_rate`]: { unit: "titles/s", better: "more" },
  [`${name}_service_ms`]: { unit: "ms", better: "less" },
  [`${name}_postgres_ms`]: { unit: "ms", better: "less" },
});

const columns: Record<string, Column> = {
  ...phase("first"),
  ...phase("unchanged"),
  calls: { unit: "calls", better: "neither" },
  deadlocks: { unit: "deadlocks", better: "less" },
};

function figures(measured: readonly Measured[]): Row["figures"] {
  const of = (value: (one: Measured) => number) => spread(measured.map(value));
  return {
    first_rate: of(({ first }) => first.rate),
    first_service_ms: of(({ first }) => first.service_ms),
    first_postgres_ms: of(({ first }) => first.postgres_ms),
    unchanged_rate: of(({ unchanged }) => unchanged.rate),
    unchanged_service_ms: of(({ unchanged }) => unchanged.service_ms),
    unchanged_postgres_ms: of(({ unchanged }) => unchanged.postgres_ms),
    calls: of(({ calls }) => calls),
    deadlocks: of(({ deadlocks }) => deadlocks),
  };
}

async function run({ rounds, smoke, say }: Bench): Promise<Row[]> {
  if (recorded === undefined) {
    say("there are no recorded movies beside this repository");
    return [];
  }
  const provider = await startProvider();
  const titles = smoke ? 8 : provider.movies;
  const variants = (smoke ? [2] : [1, 4, 8]).map((threads) => ({
    threads,
    measured: [] as Measured[],
  }));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const { threads, measured } of variants) {
        say(`round ${round} of ${rounds}: ${threads} threads`);
        measured.push(await measureIngestion(provider, { threads, titles }));
      }
    }
  } finally {
    provider.stop();
  }
  return variants.map(({ threads, measured }) => ({
    name: `${threads} ${threads === 1 ? "thread" : "threads"}`,
    figures: figures(measured),
  }));
}

/** Recorded movies through the whole pipeline; without recordings it measures nothing. */
export const ingest: Part = {
  name: "ingest",
  about: "recorded movies: the first time and unchanged again, with 1, 4 and 8 worker threads",
  sized: false,
  columns,
  run,
};
