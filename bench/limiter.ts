import { Elysia } from "elysia";
import { openDatabase } from "~/db/client";
import { http } from "~/http";
import { loadGenerator } from "./load/load";
import { type Bench, type Part, type Row, spread } from "./part";

const unused = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none" });
const off = { auth: 0, public: 0, search: 0, admin: 0 };
const limits = {
  perMinute: { ...off, public: 1_000_000_000 },
  trustedProxies: 0,
  store: "memory" as const,
  db: unused.db,
};

type Options = Parameters<typeof http>[0];

/** A trivial route behind the rules of every request, or behind none of them. */
function serve(options: Partial<Options> | undefined) {
  const log = { error: () => {} };
  const app: Elysia = new Elysia();
  if (options !== undefined) {
    app.use(http({ log, maxBodyBytes: 65_536, routes: () => app.routes, ...options }));
  }
  app.get("/api/v1/hello", () => "hello").listen({ hostname: "127.0.0.1", port: 0 });
  return { origin: `http://127.0.0.1:${app.server?.port}`, stop: () => app.stop(true) };
}

const variants = {
  "Elysia alone": undefined,
  "all rules, no limits": {},
  "all rules, limits": { limits },
};

/** The CPU of this process, which serves, per request to each variant. */
async function run({ rounds, smoke, say }: Bench): Promise<Row[]> {
  using load = loadGenerator();
  const duration = smoke ? { seconds: 0, least: 2 } : { seconds: 0.5, least: 40 };
  const spent = Object.entries(variants).map(([name, options]) => ({
    name,
    ...serve(options),
    micros: [] as number[],
  }));
  for (let round = 0; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const { origin, micros } of spent) {
      const before = process.cpuUsage();
      const target = { origin, paths: ["/api/v1/hello"], connections: 16 };
      const { requests } = await load.run({ ...target, ...duration });
      const { user, system } = process.cpuUsage(before);
      if (round > 0) micros.push((user + system) / requests);
    }
  }
  for (const { stop } of spent) await stop();
  const unlimited = spent[1]?.micros ?? [];
  return spent.map(({ name, micros }) => ({
    name,
    figures: {
      service_us: spread(micros),
      times: spread(micros.map((each, index) => each / (unlimited[index] ?? Number.NaN))),
    },
  }));
}

/** The cost of rate limiting; the goal is at most twice the same service without limits. */
export const limiter: Part = {
  name: "limiter",
  about: "the cost of counting requests, on a trivial route",
  sized: false,
  columns: {
    service_us: { unit: "µs", better: "less" },
    times: { unit: "times", better: "less" },
  },
  run,
};
