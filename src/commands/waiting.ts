import { connect, type DatabaseAddress } from "~/db/client";
import { databaseFailure, isAway } from "~/db/failure";

/** How often the same reason is said again. */
const AGAIN_MS = 30_000;

/** What keeps a database from answering, by the codes of PostgreSQL, the driver and the system. */
const causes: [codes: RegExp, cause: string][] = [
  [/^ECONNREFUSED$/, "connection refused"],
  [/^(ENOTFOUND|EAI_)/, "unknown host"],
  [/^ENOENT$/, "no such socket"],
  [/^EACCES$/, "no right to its socket"],
  [/^(CONNECT_TIMEOUT|ETIMEDOUT)$/, "no answer in time"],
  [/^(EHOST|ENET)/, "host or network unreachable"],
  [/^(CONNECTION_|ECONN|EPIPE)/, "connection closed"],
  [/^57P03$/, "starting up or shutting down"],
  [/^57P/, "shutting down"],
  [/^53300$/, "too many connections"],
  [/^53100$/, "its disk is full"],
  [/^25006$/, "read-only, as a standby is"],
  [/^55P03$/, "its tables are in use by another release"],
];

/** The words for why a database could not be spoken with; never those of the error, which hold more. */
function causeOf(error: unknown): string {
  const code = databaseFailure(error)?.code ?? "";
  const cause = causes.find(([codes]) => codes.test(code))?.[1];
  return cause ?? (code === "" ? "unknown cause" : code);
}

/** Where the driver looks for a database, also where PGHOST and the like fill in: no user, no password. */
function placeOf(address: DatabaseAddress): string {
  const { host, port, path, database } = connect(address, { max: 1 }).options;
  const hosts = host.map((name, index) => `${name}:${port[index] ?? port[0]}`);
  const where = typeof path === "string" ? path : hosts.join(", ");
  return `database ${database} at ${where}`;
}

/**
 * Tells `say` why a database is waited for: at once, whenever the cause changes, and every 30 s. The
 * setting that names the database begins the line. `now` is in milliseconds.
 */
export function tellWaiting(
  setting: string,
  address: DatabaseAddress,
  say: (line: string) => void,
  now = Date.now,
): (error: unknown) => void {
  let last = { cause: "", at: 0 };
  return (error) => {
    const cause = causeOf(error);
    if (cause === last.cause && now() - last.at < AGAIN_MS) return;
    last = { cause, at: now() };
    const place = placeOf(address);
    say(`${setting}: the database does not answer yet (${cause}: ${place}); waiting for it.`);
  };
}

/** For `.catch`: tells that the database is away, and answers undefined for it; any other error goes on. */
export const unlessAway =
  (tell: (error: unknown) => void) =>
  (error: unknown): undefined => {
    if (!isAway(error)) throw error;
    tell(error);
  };
