import { connect, type DatabaseAddress } from "~/db/client";
import { databaseFailure, isAway } from "~/db/failure";

/** How often the same cause is printed again. */
const REPEAT_MS = 30_000;

/** Why a database does not answer, by the codes of PostgreSQL, the driver and the system. */
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

/** Why the database does not answer, without the error's own message, which may contain more. */
function causeOf(error: unknown): string {
  const code = databaseFailure(error)?.code ?? "";
  const cause = causes.find(([codes]) => codes.test(code))?.[1];
  return cause ?? (code === "" ? "unknown cause" : code);
}

/** Where the driver connects to, including what PGHOST and PGPORT set; without user and password. */
function targetOf(address: DatabaseAddress): string {
  const { host, port, path, database } = connect(address, { max: 1 }).options;
  const hosts = host.map((name, index) => `${name}:${port[index] ?? port[0]}`);
  const where = typeof path === "string" ? path : hosts.join(", ");
  return `database ${database} at ${where}`;
}

/**
 * A function that prints why the service waits for the database: at once, when the cause changes, and every
 * 30 s. The line begins with the setting that names the database. `now` is in milliseconds.
 */
export function waitReporter(
  setting: string,
  address: DatabaseAddress,
  print: (line: string) => void,
  now = Date.now,
): (error: unknown) => void {
  let last = { cause: "", at: 0 };
  return (error) => {
    const cause = causeOf(error);
    if (cause === last.cause && now() - last.at < REPEAT_MS) return;
    last = { cause, at: now() };
    const target = targetOf(address);
    print(`${setting}: the database does not answer yet (${cause}: ${target}); waiting for it.`);
  };
}

/** For `.catch`: if the database is unreachable, reports it and returns undefined; rethrows other errors. */
export const reportIfAway =
  (report: (error: unknown) => void) =>
  (error: unknown): undefined => {
    if (!isAway(error)) throw error;
    report(error);
  };
