/**
 * Logins in masses, in a process of its own because sending them would delay the measurements. Arguments: the
 * URL of the service, seconds and logins at once. Each line of standard input starts a storm; a line with a
 * count of the statuses, as JSON, ends it.
 */
const [url = "", seconds, atOnce] = process.argv.slice(2);
const { hostname, port, host } = new URL(url);

const login = (n: number): string => {
  const email = n % 2 === 0 ? "mara@example.org" : `nobody${n}@example.org`;
  const body = JSON.stringify({ email, password: "four sparrows" });
  const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json`;
  return `${head}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

/** One login over its own socket, which is cheaper than fetch; returns the status. */
function attempt(request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let status = "none";
  const socket = {
    open: (opened: Bun.Socket) => void opened.write(request),
    data(_: Bun.Socket, data: Buffer) {
      if (status === "none") status = data.subarray(9, 12).toString();
    },
    close: () => resolve(status),
    error: (_: Bun.Socket, error: Error) => reject(error),
  };
  Bun.connect({ hostname, port: Number(port), socket }).catch(reject);
  return promise;
}

/** Waves of logins, alternately valid and of unknown accounts; returns how often each status occurred. */
async function storm(): Promise<Record<string, number>> {
  const requests = Array.from({ length: Number(atOnce) }, (_, n) => login(n));
  const statuses: Record<string, number> = {};
  const end = performance.now() + 1_000 * Number(seconds);
  do {
    for (const status of await Promise.all(requests.map(attempt))) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  } while (performance.now() < end);
  return statuses;
}

for await (const line of console) {
  if (line === "") break;
  console.log(JSON.stringify(await storm()));
}
process.exit(0);

export {};
