import { sql } from "drizzle-orm";
import { unlessAway } from "~/commands/waiting";
import { type DatabaseAddress, type Db, openDatabase } from "~/db/client";
import { describe } from "~/db/failure-facts";
import { schemaState } from "~/db/migrate";
import { only } from "~/db/sql";
import { type Finding, fine, problem } from "./finding";

const OLDEST_MAJOR = 18;
const extensions = ["pg_trgm", "unaccent", "fuzzystrmatch"];

/** Tokens are refused 30 s off; a clock that drifts should be heard of before. */
const MOST_SECONDS_OFF = 5;

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
 * What the database says of itself: reached, fit for this release, migrated, of the same time. One that
 * is away is asked again for `patience_ms`.
 */
export async function databaseFindings(
  address: DatabaseAddress,
  { patience_ms = 0 } = {},
): Promise<Finding[]> {
  const { db, close } = openDatabase(address, { max: 1, name: "media-catalog doctor" });
  try {
    await answering(db, patience_ms);
    const asked = Date.now();
    const facts = await factsOf(db);
    const answered = Date.now();
    return [
      serverFinding(facts, answered - asked),
      extensionFinding(facts),
      await migrationFinding(db, facts),
      clockFinding(facts.now - (asked + answered) / 2_000),
    ];
  } catch (error) {
    const cure = "check DATABASE_URL, that the server runs, and its pg_hba.conf";
    return [problem("database", `${describe(error)} ${cure}`)];
  } finally {
    await close();
  }
}

/** Resolves once the database answers; rejects when it does not in time. */
async function answering(db: Db, patience_ms: number): Promise<void> {
  const deadline = Date.now() + patience_ms;
  const later = unlessAway((error) => {
    if (Date.now() >= deadline) throw error;
  });
  while ((await db.execute(sql`select 1`).catch(later)) === undefined) await Bun.sleep(100);
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
  if (major < OLDEST_MAJOR) {
    const cure = `upgrade the server to ${OLDEST_MAJOR} or later`;
    return problem("database", `PostgreSQL ${version} is too old: ${cure}`);
  }
  if (encoding !== "UTF8") {
    return problem("database", `its encoding is ${encoding}: create one with encoding 'UTF8'`);
  }
  if (standby) {
    const cure = "name the primary in DATABASE_URL, a standby belongs in DATABASE_REPLICA_URL";
    return problem("database", `it is a standby and takes no writes: ${cure}`);
  }
  return fine("database", `PostgreSQL ${version.split(" ")[0]}, answered in ${ms} ms`);
}

function extensionFinding({ available, installed, may_create }: Facts): Finding {
  const missing = extensions.filter((name) => !installed.includes(name));
  const unknown = missing.filter((name) => !available.includes(name));
  if (unknown.length > 0) {
    const cure = "install PostgreSQL's contrib package on the server";
    return problem("extensions", `${unknown.join(", ")} cannot be had: ${cure}`);
  }
  if (missing.length > 0 && !may_create) {
    const cure = missing.map((name) => `create extension ${name};`).join(" ");
    return problem("extensions", `as a user who may, run in this database: ${cure}`);
  }
  const later = missing.length > 0 ? "; the migrations create them" : "";
  return fine("extensions", `${extensions.join(", ")}${later}`);
}

async function migrationFinding(db: Db, { may_create }: Facts): Promise<Finding> {
  const state = await schemaState(db);
  if (state === "current") return fine("migrations", "all are applied");
  if (state === "newer") {
    const cure = "start that release, or restore a backup from before it";
    return problem("migrations", `a newer release migrated this database: ${cure}`);
  }
  const cure = may_create
    ? "run media-catalog migrate, or start the service"
    : "run media-catalog migrate as a user who may create tables";
  return problem("migrations", `some are pending: ${cure}`);
}

function clockFinding(seconds: number): Finding {
  const off = `${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? "behind" : "ahead of"} the database`;
  return Math.abs(seconds) <= MOST_SECONDS_OFF
    ? fine("clock", `this machine is ${off}`)
    : problem("clock", `this machine is ${off}: let NTP set both clocks`);
}

/** The standby of DATABASE_REPLICA_URL: reached, and really one. */
export async function replicaFinding(url: string): Promise<Finding> {
  const { db, close } = openDatabase({ url }, { max: 1, name: "media-catalog doctor" });
  try {
    const { standby, version } = await factsOf(db);
    if (standby) return fine("replica", `PostgreSQL ${version.split(" ")[0]}, a hot standby`);
    const cure = "name one in DATABASE_REPLICA_URL, or unset it";
    return problem("replica", `it is no standby and will not be read from: ${cure}`);
  } catch (error) {
    const cure = "check DATABASE_REPLICA_URL; meanwhile all reads go to the primary";
    return problem("replica", `${describe(error)} ${cure}`);
  } finally {
    await close();
  }
}
