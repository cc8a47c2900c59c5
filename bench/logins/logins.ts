/**
 * The part `logins`: do logins in masses slow down the reads? (P24, F31, M145)
 *
 * Reads a page of movies repeatedly, first without other load, then while 200 logins arrive at once, and the
 * next ones as soon as all have a response. The 99th percentile of the reads may be at most five times as
 * long; the goal is three times. Both alternate over the rounds.
 */
import { join } from "node:path";
import { givenMovie } from "../../tests/catalog/rows";
import { type LineProcess, lineProcess } from "../lines";
import { type Bench, type Column, type Part, type Row, spread } from "../part";
import { openScratch } from "../scratch";
import { type Service, startService } from "../service";

const everyMs = 5;
const most = 5;
const columns: Record<string, Column> = {
  p50_ms: { unit: "ms", better: "less" },
  p99_ms: { unit: "ms", better: "less" },
  max_ms: { unit: "ms", better: "less" },
  times_calm: { unit: "times", better: "less" },
};

async function read({ url }: Service): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/movies`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a read was answered ${response.status}`);
  return performance.now() - start;
}

/** Reads at a constant rate, without waiting for earlier reads, until `done` resolves; milliseconds, sorted. */
async function reads(service: Service, done: Promise<unknown>): Promise<number[]> {
  const open: Promise<number>[] = [];
  let over = false;
  void done.finally(() => {
    over = true;
  });
  const start = performance.now();
  for (let n = 0; !over; n += 1) {
    await Bun.sleep(Math.max(0, start + n * everyMs - performance.now()));
    open.push(read(service));
  }
  return (await Promise.all(open)).sort((a, b) => a - b);
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

function row(name: string, rounds: readonly (readonly number[])[]): Row {
  const of = (share: number) => spread(rounds.map((times) => quantile(times, share)));
  return { name, figures: { p50_ms: of(0.5), p99_ms: of(0.99), max_ms: of(1) } };
}

/** A storm; throws if an answer is neither a login, nor a refused one, nor a 503 for want of room. */
async function rage(storms: LineProcess): Promise<void> {
  const statuses = JSON.parse(await storms.ask("storm")) as Record<string, number>;
  const wrong = Object.keys(statuses).find((status) => !["200", "401", "503"].includes(status));
  if (wrong !== undefined) throw new Error(`a login was answered ${wrong}`);
}

async function startMembers({ binary, say }: Bench, opened: AsyncDisposableStack) {
  say("starting the service");
  const { db, address } = opened.use(await openScratch("bench_logins"));
  for (let n = 1; n <= 100; n += 1) await givenMovie(db, n, { popularity: n });
  const settings = { RATE_LIMIT_AUTH: "0", RATE_LIMIT_LOGIN_FAILURES: "0", LOG_LEVEL: "error" };
  const service = opened.use(await startService(await binary(), address, settings));
  const member = { email: "mara@example.org", password: "four sparrows", display_name: "Mara" };
  const registered = await fetch(`${service.url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(member),
  });
  if (registered.status !== 201) throw new Error(`registering was answered ${registered.status}`);
  return service;
}

async function run(bench: Bench): Promise<Row[]> {
  const { smoke, rounds, say } = bench;
  await using opened = new AsyncDisposableStack();
  const service = await startMembers(bench, opened);
  const [seconds, atOnce] = smoke ? [0.1, 8] : [4, 200];
  const script = join(import.meta.dir, "attempts.ts");
  const storms = opened.use(lineProcess(script, service.url, String(seconds), String(atOnce)));
  await reads(service, rage(storms));
  const calm: number[][] = [];
  const stormy: number[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    calm.push(await reads(service, Bun.sleep(1_000 * seconds)));
    stormy.push(await reads(service, rage(storms)));
  }
  const times_calm = spread(
    stormy.map((times, index) => quantile(times, 0.99) / quantile(calm[index] ?? [], 0.99)),
  );
  const during = row(`reads during ${atOnce} logins at once`, stormy);
  return [
    row("reads alone", calm),
    {
      ...during,
      figures: { ...during.figures, times_calm },
      ...(times_calm.median > most && { broken: `p99 more than ${most} times as long` }),
    },
  ];
}

export const logins: Part = {
  name: "logins",
  about: "reads during a storm of logins",
  sized: false,
  columns,
  run,
};
