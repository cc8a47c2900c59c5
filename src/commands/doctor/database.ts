import { sql } from "drizzle-orm";
import { reportIfAway } from "~/commands/waiting";
import { type DatabaseAddress, type Db, openDatabase } from "~/db/client";
import { describe } from "~/db/failure-facts";
import { schemaState } from "~/db/migrate";
import { only } from "~/db/sql";
import { waitingMoves } from "~/positions/upkeep";
import { oldestRecord } from "~/refresh/oldest";
import { type Finding, fine, problem, warning } from "./finding";

const MIN_MAJOR = 18;
const extensions = ["pg_trgm", "unaccent", "fuzzystrmatch"];

/** Tokens are refused at a difference of 30 s; a drifting clock should be reported earlier. */
const MAX_CLOCK_SECONDS = 5;

/** A worker folds moves at 500. */
const MANY_MOVES = 10_000;

type Facts = {
  major: number;
  version: string;
  encoding: string;
  standby: boolean;
  may_create: boolean;
  now: number;
  available: string[];
  installed: string[];
};

/**
 * Checks that the database is reachable, fits this release, is migrated and has the right time. An
 * unreachable database is tried again for `max_wait_ms`.
 */
export async function databaseFindings(
  address: DatabaseAddress,
  { max_wait_ms = 0 } = {},
): Promise<Finding[]> {
  const { db, close } = openDatabase(address, { max: 1, name: "media-catalog doctor" });
  try {
    await untilReachable(db, max_wait_ms);
    const sent = Date.now();
    const facts = await factsOf(db);
    const received = Date.now();
    return [
      serverFinding(facts, received - sent),
      extensionFinding(facts),
      ...(await migrationFindings(db, facts)),
      clockFinding(facts.now - (sent + received) / 2_000),
    ];
  } catch (error) {
    const remedy = "check DATABASE_URL, that the server runs, and its pg_hba.conf";
    return [problem("database", `${describe(error)} ${remedy}`)];
  } finally {
    await close();
  }
}

/** Resolves when the database answers; rejects if it does not in time. */
async function untilReachable(db: Db, max_wait_ms: number): Promise<void> {
  const deadline = Date.now() + max_wait_ms;
  const retry = reportIfAway((error) => {
    if (Date.now() >= deadline) throw error;
  });
  while ((await db.execute(sql`select 1`).catch(retry)) === undefined) await Bun.sleep(100);
}

async function factsOf(db: Db): Promise<Facts> {
  const rows = await db.execute<Facts>(sql`
    select current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby, extract(epoch from clock_timestamp())::float8 as now,
      has_database_privilege(current_database(), 'create') as may_create,
      array(select name::text from pg_available_extensions) as available,
      array(select extname::text from pg_extension) as installed`);
  return only(rows);
}

function serverFinding({ major, version, encoding, standby }: Facts, ms: number): Finding {
  if (major < MIN_MAJOR) {
    const remedy = `upgrade the server to ${MIN_MAJOR} or later`;
    return problem("database", `PostgreSQL ${version} is too old: ${remedy}`);
  }
  if (encoding !== "UTF8") {
    return problem(
      "database",
      `its encoding is ${encoding}: create a database with encoding 'UTF8'`,
    );
  }
  if (standby) {
    const remedy = "set DATABASE_URL to the primary; a standby belongs in DATABASE_REPLICA_URL";
    return problem("database", `it is a standby and accepts no writes: ${remedy}`);
  }
  return fine("database", `PostgreSQL ${version.split(" ")[0]}, answered in ${ms} ms`);
}

function extensionFinding({ available, installed, may_create }: Facts): Finding {
  const missing = extensions.filter((name) => !installed.includes(name));
  const unknown = missing.filter((name) => !available.includes(name));
  if (unknown.length > 0) {
    const remedy = "install PostgreSQL's contrib package on the server";
    return problem("extensions", `${unknown.join(", ")} are not available: ${remedy}`);
  }
  if (missing.length > 0 && !may_create) {
    const remedy = missing.map((name) => `create extension ${name};`).join(" ");
    return problem("extensions", `run in this database as a user with that right: ${remedy}`);
  }
  const later = missing.length > 0 ? "; the migrations create them" : "";
  return fine("extensions", `${extensions.join(", ")}${later}`);
}

async function migrationFindings(db: Db, facts: Facts): Promise<Finding[]> {
  const state = await schemaState(db);
  if (state !== "current") return [migrationProblem(state, facts)];
  const moves = await waitingMoves(db);
  const found = [fine("migrations", "all are applied"), await freshnessFinding(db)];
  if (moves <= MANY_MOVES) return found;
  const remedy = "start a worker, or later pages of long lists get slower and slower";
  return [...found, warning("positions", `${moves} moves wait: ${remedy}`)];
}

/** How long ago the oldest record was fetched; older than the settings allow is a warning. */
async function freshnessFinding(db: Db): Promise<Finding> {
  const oldest = await oldestRecord(db);
  if (oldest === undefined) return fine("freshness", "no record was fetched yet");
  const { kind, external_id, days, most_days } = oldest;
  const text = `the oldest record, ${kind} ${external_id}, was fetched ${days} days ago`;
  if (days <= most_days) return fine("freshness", text);
  const remedy = "start a worker, and see GET /api/v1/admin/refresh for what is due";
  return warning("freshness", `${text} instead of ${most_days} at most: ${remedy}`);
}

function migrationProblem(state: "pending" | "newer", { may_create }: Facts): Finding {
  if (state === "newer") {
    const remedy = "start that release, or restore a backup from before it";
    return problem("migrations", `a newer release migrated this database: ${remedy}`);
  }
  const remedy = may_create
    ? "run media-catalog migrate, or start the service"
    : "run media-catalog migrate as a user who may create tables";
  return problem("migrations", `some are pending: ${remedy}`);
}

function clockFinding(seconds: number): Finding {
  const difference = `${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? "behind" : "ahead of"} the database`;
  return Math.abs(seconds) <= MAX_CLOCK_SECONDS
    ? fine("clock", `this machine is ${difference}`)
    : problem("clock", `this machine is ${difference}: let NTP set both clocks`);
}

/** Checks that DATABASE_REPLICA_URL is reachable and a hot standby. */
export async function replicaFinding(url: string): Promise<Finding> {
  const { db, close } = openDatabase({ url }, { max: 1, name: "media-catalog doctor" });
  try {
    const { standby, version } = await factsOf(db);
    if (standby) return fine("replica", `PostgreSQL ${version.split(" ")[0]}, a hot standby`);
    const remedy = "set DATABASE_REPLICA_URL to a standby, or unset it";
    return problem("replica", `it is not a standby and is not used: ${remedy}`);
  } catch (error) {
    const remedy = "check DATABASE_REPLICA_URL; meanwhile all reads go to the primary";
    return problem("replica", `${describe(error)} ${remedy}`);
  } finally {
    await close();
  }
}
