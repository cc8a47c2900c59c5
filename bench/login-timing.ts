/**
 * Can a stopwatch tell an unknown email from a wrong password? (M53, P16, T16, S5)
 *
 *     bun bench/login-timing.ts [pairs, 500 by default]
 *
 * Each case sends interleaved pairs of requests over HTTP, in random order within a pair, and prints
 * the AUC (0.5: guessing; 0 or 1: certainty) and the Kolmogorov-Smirnov distance of the two groups.
 * The service must stay within 0.45..0.55 and below 0.15. The controls are common but unsafe login
 * implementations, one of them with equal medians; each must exceed a bound, or the bench proves nothing.
 */
import { eq } from "drizzle-orm";
import { minimumCost } from "~/account/auth/password";
import { users } from "~/db/schema";
import { accountService } from "../tests/account/service";

const pairs = Number(process.argv[2] ?? 500);
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

async function isWithinBounds(name: string, a: Call, b: Call, count: number): Promise<boolean> {
  await interleaved(a, b, 10);
  const samples = await interleaved(a, b, count);
  const [auc, ks] = [areaUnderCurve(samples), distance(samples)];
  const medians = `${median(samples.a).toFixed(1)} / ${median(samples.b).toFixed(1)} ms`;
  console.log(`${name.padEnd(52)} AUC ${auc.toFixed(3)}  KS ${ks.toFixed(3)}  medians ${medians}`);
  return auc >= bounds.lowestAuc && auc <= bounds.highestAuc && ks < bounds.ks;
}

await using service = await accountService({ passwords: {} });
const known = "mara@example.org";
await service.member(known, "four sparrows");
await service.member("broken@example.org", "four sparrows");
await service.db
  .update(users)
  .set({ password_hash: "not a hash" })
  .where(eq(users.email, "broken@example.org"));

const login = (email: string, password: string): Call => {
  return () => service.send("POST", "/auth/login", { email, password });
};
let serial = 0;
const register = (email: () => string): Call => {
  const body = () => ({ email: email(), password: "four sparrows", display_name: "Mara" });
  return () => service.send("POST", "/auth/register", body());
};
const wrong = login(known, "five sparrows");

console.log(`${pairs} interleaved pairs for each case`);
const cases: [string, Call, Call][] = [
  ["unknown email, wrong password", login("nobody@example.org", "five sparrows"), wrong],
  ["wrong password, wrong password", wrong, wrong],
  ["malformed email, wrong password", login("nobody", "five sparrows"), wrong],
  ["empty password, wrong password", login(known, ""), wrong],
  ["password of 5,000 characters, wrong password", login(known, "x".repeat(5_000)), wrong],
  ["broken stored hash, wrong password", login("broken@example.org", "four sparrows"), wrong],
];
const results: boolean[] = [];
for (const [name, a, b] of cases) results.push(await isWithinBounds(name, a, b, pairs));

const taken = register(() => known);
const fresh = register(() => `new${++serial}@example.org`);
await isWithinBounds(
  "(information) register: taken email, new email",
  taken,
  fresh,
  Math.min(pairs, 200),
);

/** Unsafe login implementations, by what they do if there is no account. */
const stored = await Bun.password.hash("four sparrows", { algorithm: "argon2id", ...minimumCost });
const heavier = await Bun.password.hash("dummy", {
  algorithm: "argon2id",
  ...minimumCost,
  timeCost: minimumCost.timeCost + 1,
});
const usual = median((await interleaved(wrong, wrong, 30)).a);
const unknownPaths: Record<string, Call> = {
  "/answers-at-once": async () => {},
  "/heavier-dummy": () => Bun.password.verify("five sparrows", heavier),
  "/random-sleep": () => Bun.sleep(usual * (0.8 + 0.4 * Math.random())),
};
const controls = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    const unknown = unknownPaths[new URL(request.url).pathname];
    if (unknown === undefined) await Bun.password.verify("five sparrows", stored);
    else await unknown();
    return new Response(null, { status: 401 });
  },
});
const control = (path: string): Call => {
  return () => fetch(`http://127.0.0.1:${controls.port}${path}`, { method: "POST" });
};
const fooled: boolean[] = [];
for (const path of Object.keys(unknownPaths)) {
  fooled.push(
    await isWithinBounds(`control ${path}`, control(path), control("/wrong"), Math.min(pairs, 200)),
  );
}
await controls.stop(true);

const passed = results.every(Boolean) && !fooled.some(Boolean);
console.log(passed ? "passed" : "FAILED: a bound was broken, or a control kept it");
process.exitCode = passed ? 0 : 1;
