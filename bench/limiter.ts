import { Elysia } from "elysia";
import { openDatabase } from "~/db/client";
import { http } from "~/http";

/**
 * `bun bench/limiter.ts`: the cost of rate limiting. Prints the CPU time per request to a trivial route,
 * relative to the same service without limits. The target is at most 2.
 */
const rounds = 5;
const requests = 20_000;
const unused = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none" });

const log = { error: () => {} };
const off = { auth: 0, public: 0, search: 0, admin: 0 };
const limits = {
  perMinute: { ...off, public: 1_000_000_000 },
  trustedProxies: 0,
  store: "memory" as const,
  db: unused.db,
};

type Options = Parameters<typeof http>[0];

function serve(options: Partial<Options> | undefined): URL {
  const app: Elysia = new Elysia();
  if (options !== undefined) {
    app.use(http({ log, maxBodyBytes: 65_536, routes: () => app.routes, ...options }));
  }
  app.get("/api/v1/hello", () => "hello").listen({ hostname: "127.0.0.1", port: 0 });
  return new URL(`http://127.0.0.1:${app.server?.port}/api/v1/hello`);
}

if (process.argv[2] === "client") {
  const [, , , url = ""] = process.argv;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let n = 0; n < requests / 16; n++) await (await fetch(url)).arrayBuffer();
    }),
  );
  process.exit(0);
}

const variants = {
  "Elysia alone": serve(undefined),
  "all rules, no limits": serve({}),
  "all rules, limits": serve({ limits }),
};

async function cost(url: URL): Promise<number> {
  const before = process.cpuUsage();
  await Bun.spawn([process.execPath, import.meta.path, "client", url.href]).exited;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const spent = new Map<string, number[]>();
for (let round = 0; round <= rounds; round++) {
  for (const [name, url] of Object.entries(variants)) {
    const micros = await cost(url);
    if (round > 0) spent.set(name, [...(spent.get(name) ?? []), micros]);
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const base = median(spent.get("all rules, no limits") ?? []);
for (const [name, values] of spent) {
  const micros = median(values);
  console.log(`${name.padEnd(22)} ${micros.toFixed(1)} µs CPU  ${(micros / base).toFixed(2)}`);
}
process.exit(0);
