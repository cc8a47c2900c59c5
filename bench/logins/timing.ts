/**
 * The part `timing`: can a stopwatch tell an unknown email from a wrong password? (M53, P16, T16, S5)
 *
 * Each case sends interleaved pairs of requests over HTTP, in random order within a pair, and measures
 * the AUC (0.5: guessing; 0 or 1: certainty) and the Kolmogorov-Smirnov distance of the two groups.
 * The service must stay within 0.45..0.55 and below 0.15. The controls are common but unsafe login
 * implementations, one of them with equal medians; each must exceed a bound, or the bench proves nothing.
 */
import { eq } from "drizzle-orm";
import { minimumCost } from "~/account/auth/password";
import { users } from "~/db/schema";
import { accountService } from "../../tests/account/service";
import { type Bench, type Column, type Part, type Row, spread } from "../part";

const columns: Record<string, Column> = {
  auc: { unit: "AUC", better: "neither" },
  ks: { unit: "KS", better: "neither" },
  first_ms: { unit: "ms", better: "neither" },
  second_ms: { unit: "ms", better: "neither" },
};

const bounds = { lowestAuc: 0.45, highestAuc: 0.55, ks: 0.15 };

type Call = () => Promise<unknown>;
type Samples = { a: number[]; b: number[] };

async function millisecondsOf(call: Call): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** The times of both calls; which one goes first is random. */
async function interleaved(a: Call, b: Call, count: number): Promise<Samples> {
  const samples: Samples = { a: [], b: [] };
  for (let n = 0; n < count; n += 1) {
    const order = Math.random() < 0.5 ? (["a", "b"] as const) : (["b", "a"] as const);
    for (const side of order) samples[side].push(await millisecondsOf(side === "a" ? a : b));
  }
  return samples;
}

/** The probability that a sample of `a` is greater than one of `b`; ties count half. */
function areaUnderCurve({ a, b }: Samples): number {
  const wins = a.reduce(
    (sum, x) => sum + b.reduce((won, y) => won + (x > y ? 1 : x === y ? 0.5 : 0), 0),
    0,
  );
  return wins / (a.length * b.length);
}

/** The greatest distance between the two distributions. */
function distance({ a, b }: Samples): number {
  const share = (list: number[], limit: number) =>
    list.filter((value) => value <= limit).length / list.length;
  return Math.max(...[...a, ...b].map((limit) => Math.abs(share(a, limit) - share(b, limit))));
}

const median = (list: number[]) =>
  list.toSorted((x, y) => x - y)[Math.floor(list.length / 2)] ?? Number.NaN;

type Case = {
  name: string;
  a: Call;
  b: Call;
  /** Whether a stopwatch must not tell them apart, or must; undefined: only measured. */
  leaks: boolean | undefined;
};

async function measureCase({ name, a, b, leaks }: Case, pairs: number): Promise<Row> {
  await interleaved(a, b, Math.min(10, pairs));
  const samples = await interleaved(a, b, pairs);
  const [auc, ks] = [areaUnderCurve(samples), distance(samples)];
  const told = auc < bounds.lowestAuc || auc > bounds.highestAuc || ks >= bounds.ks;
  const one = (value: number) => spread([value]);
  const figures = {
    auc: one(auc),
    ks: one(ks),
    first_ms: one(median(samples.a)),
    second_ms: one(median(samples.b)),
  };
  if (leaks === undefined || told === leaks) return { name, figures };
  return {
    name,
    figures,
    broken: leaks ? "a leak that was not seen" : "a stopwatch tells them apart",
  };
}

type Accounts = Awaited<ReturnType<typeof accountService>>;
const known = "mara@example.org";

/** The service with accounts, one of them with a broken hash. */
async function members(): Promise<Accounts> {
  const service = await accountService({ passwords: {} });
  await service.member(known, "four sparrows");
  await service.member("broken@example.org", "four sparrows");
  await service.db
    .update(users)
    .set({ password_hash: "not a hash" })
    .where(eq(users.email, "broken@example.org"));
  return service;
}

function serviceCases(service: Accounts): Case[] {
  const login = (email: string, password: string): Call => {
    return () => service.send("POST", "/auth/login", { email, password });
  };
  const wrong = login(known, "five sparrows");
  const refused = {
    "unknown email": login("nobody@example.org", "five sparrows"),
    "wrong password": wrong,
    "malformed email": login("nobody", "five sparrows"),
    "empty password": login(known, ""),
    "password of 5,000 characters": login(known, "x".repeat(5_000)),
    "broken stored hash": login("broken@example.org", "four sparrows"),
  };
  const register = (email: () => string): Call => {
    const body = () => ({ email: email(), password: "four sparrows", display_name: "Mara" });
    return () => service.send("POST", "/auth/register", body());
  };
  let serial = 0;
  const taken = register(() => known);
  const fresh = register(() => `new${++serial}@example.org`);
  return [
    ...Object.entries(refused).map(([name, a]) => ({
      name: `${name}, wrong password`,
      a,
      b: wrong,
      leaks: false,
    })),
    { name: "register: taken email, new email", a: taken, b: fresh, leaks: undefined },
  ];
}

/** Unsafe logins, by what they do if there is no account, and how long the safe one takes. */
async function startControls(usual_ms: number) {
  const hashed = (timeCost: number) =>
    Bun.password.hash("four sparrows", { algorithm: "argon2id", ...minimumCost, timeCost });
  const stored = await hashed(minimumCost.timeCost);
  const heavier = await hashed(minimumCost.timeCost + 1);
  const unknown: Record<string, Call> = {
    "/answers-at-once": async () => {},
    "/heavier-dummy": () => Bun.password.verify("five sparrows", heavier),
    "/random-sleep": () => Bun.sleep(usual_ms * (0.8 + 0.4 * Math.random())),
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      await (unknown[path]?.() ?? Bun.password.verify("five sparrows", stored));
      return new Response(null, { status: 401 });
    },
  });
  const call = (path: string): Call => {
    return () => fetch(new URL(path, server.url), { method: "POST" });
  };
  const cases = Object.keys(unknown).map(
    (path): Case => ({ name: `control ${path}`, a: call(path), b: call("/wrong"), leaks: true }),
  );
  return { cases, stop: () => server.stop(true) };
}

async function run({ smoke, rounds, say }: Bench): Promise<Row[]> {
  const pairs = smoke ? 1 : 100 * rounds;
  await using service = await members();
  const cases = serviceCases(service);
  const wrong = cases[0]?.b ?? (async () => {});
  const controls = await startControls(
    median((await interleaved(wrong, wrong, Math.min(30, pairs))).a),
  );
  const rows: Row[] = [];
  for (const one of [...cases, ...controls.cases]) {
    say(`${pairs} pairs: ${one.name}`);
    const most = one.leaks === false ? pairs : Math.min(pairs, 200);
    rows.push(await measureCase(one, most));
  }
  await controls.stop();
  return rows;
}

export const timing: Part = {
  name: "timing",
  about: "whether the time of a refused login tells why",
  sized: false,
  columns,
  run,
};
