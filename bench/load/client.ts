import { connection } from "./connection";
import type { Load, Loaded } from "./load";

/**
 * The load generator, in a process of its own so that the measuring and the measured process do not share
 * a thread with it. Each line of standard input is a {@link Load}, answered with one line, a
 * {@link Loaded}; it ends with its standard input.
 */
async function run({
  origin,
  paths,
  connections: count,
  seconds,
  least,
  headers,
  json,
  status = 200,
}: Load) {
  const host = new URL(origin).host;
  const more = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = json === undefined ? "GET" : "POST";
  const body =
    json === undefined
      ? "\r\n"
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
  const requestsOf = (client: number) =>
    paths.map((path) =>
      Buffer.from(
        `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 192.0.2.${client}\r\n${more.join("")}${body}`,
      ),
    );
  const clients = await Promise.all(Array.from({ length: count }, () => connection(origin)));
  const took: number[] = [];
  const start = performance.now();
  const end = start + 1_000 * seconds;
  let next = 0;
  let bytes = 0;
  const work = async (client: (typeof clients)[number], number: number) => {
    const requests = requestsOf(number);
    for (;;) {
      const before = performance.now();
      if (before >= end && next >= least) return;
      const at = next++ % requests.length;
      const answer = await client.request(requests[at] as Buffer);
      took.push(performance.now() - before);
      bytes += answer.bytes;
      if (answer.status !== status) throw new Error(`${paths[at]} answers ${answer.status}`);
    }
  };
  await Promise.all(clients.map(work));
  const elapsed = (performance.now() - start) / 1_000;
  for (const client of clients) client.close();
  took.sort((a, b) => a - b);
  const quantile = (share: number) =>
    took[Math.min(took.length - 1, Math.floor(share * took.length))];
  return {
    requests: took.length,
    seconds: elapsed,
    p50_ms: quantile(0.5) ?? Number.NaN,
    p99_ms: quantile(0.99) ?? Number.NaN,
    bytes: bytes / took.length,
  } satisfies Loaded;
}

for await (const line of console) {
  if (line === "") break;
  const answer = await run(JSON.parse(line) as Load).catch((error) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit(0);
