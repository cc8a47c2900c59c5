import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import type { DatabaseAddress, Db } from "~/db/client";
import { moveEntries } from "~/imports/mover";
import { claim } from "~/jobs/lease";
import { enqueueAll } from "~/jobs/queue";
import { succeed } from "~/jobs/settlement";
import { type Bench, type Part, type Row, spread } from "../part";
import { openScratch } from "../scratch";
import { databaseEnv } from "../service";

/** As many as the provider's daily file of movies has. */
const MOVIES = 1_300_000;
const most = { seconds: 120, megabytes: 300, claims: 1.2 };

/** The provider's daily file with this many movies, as gzip. */
function dailyFile(movies: number): Uint8Array {
  const lines = Array.from({ length: movies }, (_, index) =>
    JSON.stringify({
      adult: index % 11 === 0,
      id: index + 1,
      original_title: `The title of movie ${index}`,
      popularity: ((index * 7_919) % 100_003) / 1_000,
      video: false,
    }),
  );
  return Bun.gzipSync(new TextEncoder().encode(lines.join("\n")));
}

type Spent = { seconds: number; megabytes: number };

/** Runs the command; throws unless it stores so many ids. Its memory is that of its own process. */
async function importing(
  binary: string,
  address: DatabaseAddress,
  file: string,
  stored: number,
): Promise<Spent> {
  const { PATH = "", HOME = "" } = process.env;
  const start = performance.now();
  const child = Bun.spawn([resolve(binary), "import", "--include-adult", "--from", file], {
    env: { PATH, HOME, ...databaseEnv(address) },
    stderr: "ignore",
  });
  // The system counts the memory of this process as that of its child, so the child's own peak is read.
  let peak = Number.NaN;
  const watch = setInterval(() => {
    peak = peakOf(child.pid) ?? peak;
  }, 50);
  const said = await new Response(child.stdout).text();
  await child.exited;
  clearInterval(watch);
  if (!said.includes(` ${stored} to fetch`)) throw new Error(`the import said: ${said}`);
  return { seconds: (performance.now() - start) / 1_000, megabytes: peak };
}

/** The most memory that a process has had so far, in MB; undefined if it is gone. */
function peakOf(pid: number): number | undefined {
  try {
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1_000;
  } catch {
    return undefined;
  }
}

/** Jobs of an operator, each to be claimed once. */
const enqueueMovies = (db: Db, count: number) =>
  enqueueAll(
    db,
    Array.from({ length: count }, (_, index) => ({
      kind: "movie" as const,
      external_id: String(2_000_000_000 - index),
    })),
  );

/** Jobs of an operator that wait for their next attempt. */
const enqueueWaiting = (db: Db, count: number) =>
  db.execute(sql`
    insert into jobs (id, kind, external_id, next_attempt_at)
    select gen_random_uuid(), 'person', i::text, now() + interval '1 h' from generate_series(1, ${count}::int) i`);

/** Claims and settles a job; the milliseconds of the claim. */
async function claimOne(db: Db): Promise<number> {
  const start = performance.now();
  const job = await claim(db, crypto.randomUUID());
  const spent = performance.now() - start;
  if (job?.priority !== 0) throw new Error("an operator's job was not the next one");
  const result = {
    entity_kind: "movie",
    entity_id: null,
    outcome: "created",
    warnings: [],
  } as const;
  await db.transaction((tx) => succeed(tx, job, { ...result, warnings: [] }));
  return spent;
}

const median = (values: readonly number[]) => spread(values).median;

/** The median of claims in an empty queue and beside everything else, taken in turns. */
async function claims(empty: Db, full: Db, count: number): Promise<[number, number]> {
  const spent: [number[], number[]] = [[], []];
  for (const db of [empty, full]) {
    await enqueueMovies(db, count);
    await db.execute(sql`analyze jobs`);
  }
  for (let turn = 0; turn < count; turn += 1) {
    spent[0].push(await claimOne(empty));
    spent[1].push(await claimOne(full));
  }
  return [median(spent[0]), median(spent[1])];
}

async function run({ rounds, smoke, say, binary }: Bench): Promise<Row[]> {
  const movies = smoke ? 12_000 : MOVIES;
  await using empty = await openScratch("bench_imports_empty");
  await using full = await openScratch("bench_imports");
  const folder = await mkdtemp(join(tmpdir(), "bench-imports-"));
  const file = join(folder, "movie_ids.json.gz");
  try {
    await Bun.write(file, dailyFile(movies));
    const path = await binary();
    say(`importing ${movies} ids`);
    const first = await importing(path, full.address, file, movies);
    say("the same file again");
    const again = await importing(path, full.address, file, 0);
    await full.db.transaction(moveEntries);
    await enqueueWaiting(full.db, smoke ? 50 : 5_000);
    const measured: [number, number][] = [];
    for (let round = 1; round <= (smoke ? 1 : rounds); round += 1) {
      say(`claims, round ${round}`);
      measured.push(await claims(empty.db, full.db, smoke ? 20 : 500));
    }
    return rowsOf({ movies, first, again, measured });
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Figures = { movies: number; first: Spent; again: Spent; measured: [number, number][] };

function rowsOf({ movies, first, again, measured }: Figures): Row[] {
  const stored = ({ seconds, megabytes }: Spent) => ({
    seconds: spread([seconds]),
    megabytes: spread([megabytes]),
  });
  const times = spread(measured.map(([empty, full]) => full / empty));
  const tooMuch = first.seconds > most.seconds || first.megabytes > most.megabytes;
  return [
    {
      name: `${movies} ids`,
      figures: stored(first),
      ...(tooMuch && { broken: `more than ${most.seconds} s or ${most.megabytes} MB` }),
    },
    { name: "the same file again", figures: stored(again) },
    {
      name: "a claim in an empty queue",
      figures: { claim_ms: spread(measured.map(([empty]) => empty)) },
    },
    {
      name: "a claim beside them, 10,000 waiting and 5,000 that are not due",
      figures: { claim_ms: spread(measured.map(([, full]) => full)), times },
      ...(times.median > most.claims && { broken: `more than ${most.claims} times` }),
    },
  ];
}

/** Filling the catalog from the provider's daily file: storing its ids, and what they cost every claim. */
export const imports: Part = {
  name: "imports",
  about:
    "the provider's daily file: time and memory of the command, and claims beside what is pending",
  sized: false,
  columns: {
    seconds: { unit: "s", better: "less" },
    megabytes: { unit: "MB", better: "less" },
    claim_ms: { unit: "ms", better: "less" },
    times: { unit: "times", better: "less" },
  },
  run,
};
