import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { operations } from "../bad-input/documented";
import { eventually } from "../jobs/observation";
import { databaseEnv, type Serving, serving } from "../service/program";
import { testDatabase } from "../support/database";
import { standIn } from "../support/provider";

setDefaultTimeout(60_000);

/** What must not be seen again; each is a text of its own, so that a hit names what leaked. */
const secrets = {
  signing: "marker-signing-key-Zq7Vw1Xk9Rt3Lm5P",
  previous: "marker-previous-key-Hy2Nc8Bv4Jd6Fs0G",
  operator: "marker-operator-token-Ue5Ia7Oy3Tk1Wq9",
  provider: "marker-provider-token-Ds8Gk2Mx6Pz4Cn0",
  password: "marker-password-Rb3Yj9",
  wrong: "marker-wrong-password-Lf6Qe1",
  bearer: "marker-bearer-Xo4Ws7",
};
/** What the database may keep, but no log may tell. */
const personal = {
  email: "marker-email-vt5hq2",
  name: "marker-name-Kp8Zr3",
  words: "marker-words-Nd1Xc6",
};
const all = Object.values({ ...secrets, ...personal });
const hits = (text: string, markers: readonly string[]) =>
  markers.filter((marker) => text.toLowerCase().includes(marker.toLowerCase()));

const email = `${personal.email}@example.org`;
const json = { "content-type": "application/json" };

let service: Serving;
let database: Awaited<ReturnType<typeof testDatabase>>;
const told: string[] = [];
let dump = "";

async function call(method: string, path: string, headers: Record<string, string>, body?: string) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { ...json, ...headers },
    body: method === "GET" ? null : (body ?? null),
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { status: response.status, text: "" };
  }
  const text = await response.text();
  if (response.status >= 400)
    told.push(`${method} ${path.slice(0, 40)} ${response.status} ${text}`);
  return { status: response.status, text };
}
const post = (path: string, body: object, headers = {}) =>
  call("POST", path, headers, JSON.stringify(body));

/** Every row of every table, as text. */
async function everything(db: Db): Promise<string> {
  const tables = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`)),
    ),
  );
  return rows.flatMap((list) => list.map(({ row }) => row)).join("\n");
}

/** Every operation with markers wherever a client can put something. */
async function everyRoute(token: string): Promise<void> {
  const keys = [
    { authorization: `Bearer ${token}` },
    { "x-admin-token": secrets.operator },
    { authorization: `Bearer ${secrets.bearer}` },
    {
      authorization: `Basic ${btoa(`${email}:${secrets.password}`)}`,
      cookie: `t=${secrets.bearer}`,
    },
  ];
  const body = JSON.stringify({
    email,
    password: secrets.wrong,
    display_name: `${personal.name}\r\n{"level":"error"}`,
    value: secrets.wrong,
    external_id: personal.words,
  });
  for (const { method, path, query } of operations) {
    const values = query.map((name) => `${name}=${personal.words}`).join("&");
    const below = `${path}/${personal.words}%0d%0a`;
    await Promise.all(
      keys.flatMap((headers) => [
        call(method, `${path}?${values}`, headers, body),
        call(method, below, headers, `{"password":"${secrets.wrong}"`),
      ]),
    );
  }
}

/** What the database itself complains about, with the values in its complaint. */
async function databaseFailures(db: Db, token: string): Promise<void> {
  await db.execute(sql`alter table users rename to users_away`);
  await db.execute(sql`alter table movies rename to movies_away`);
  const account = { email, password: secrets.password, display_name: personal.name };
  await post("/auth/register", { ...account, email: `2${email}` });
  await post("/auth/login", { email, password: secrets.password });
  await call("GET", "/auth/me", { authorization: `Bearer ${token}` });
  await call("GET", `/movies?keyword=${personal.words}`, {});
  await call("GET", `/search?query=${personal.words}`, {});
  await db.execute(sql`alter table users_away rename to users`);
  await db.execute(sql`alter table movies_away rename to movies`);
}

/** Jobs that fail over a provider that repeats the token it was sent. */
async function providerFailures(db: Db): Promise<void> {
  const operator = { "x-admin-token": secrets.operator };
  for (const external_id of [1, 2, 3, 4])
    await post("/admin/ingest/movie", { external_id }, operator);
  await eventually(async () => {
    const rows = await db.execute(sql`select from jobs where error is not null and kind = 'movie'`);
    expect(rows.length).toBeGreaterThanOrEqual(4);
  }, 30_000);
}

beforeAll(async () => {
  database = await testDatabase();
  await using provider = standIn();
  const echo = (status: number) => (sent: { headers: Readonly<Record<string, string>> }) =>
    new Response(`no, ${sent.headers.authorization}`, { status });
  provider.serve("/movie/1", echo(401));
  provider.serve("/movie/2", echo(500));
  provider.serve("/movie/3", echo(200));
  provider.serve("/movie/4", echo(404));
  service = await serving({
    ...databaseEnv(database),
    TMDB_BASE_URL: provider.url,
    TMDB_API_TOKEN: secrets.provider,
    PROVIDER_RPS: "100000",
    SERVICE_SECRET_KEY: secrets.signing,
    SERVICE_SECRET_KEY_PREVIOUS: secrets.previous,
    SERVICE_ADMIN_TOKEN: secrets.operator,
    RATE_LIMIT_AUTH: "0",
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_SEARCH: "0",
    RATE_LIMIT_ADMIN: "0",
    LOG_LEVEL: "trace",
  });
  const account = { email, password: secrets.password, display_name: personal.name };
  const { access_token: token } = JSON.parse((await post("/auth/register", account)).text);
  await post("/auth/register", account);
  for (let n = 0; n < 12; n++) await post("/auth/login", { email, password: secrets.wrong });
  await everyRoute(token);
  await databaseFailures(database.db, token);
  await providerFailures(database.db);
  service.process.kill("SIGTERM");
  await service.exited;
  dump = await everything(database.db);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await database.close();
});

describe("after every route was called with secrets in all places", () => {
  test("P23: neither the log nor standard output has one of them", () => {
    const { stdout, stderr } = service.said;

    expect(stderr.split("\n").length).toBeGreaterThan(50);
    for (const message of ["request failed", "admin call"]) expect(stderr).toContain(message);
    expect(hits(stdout + stderr, all)).toEqual([]);
  });

  test("P23: what a client sent never starts a line of the log", () => {
    const strange = service.said.stderr
      .split("\n")
      .filter((line) => line !== "" && !/^\{"level":.*\}$/.test(line));

    expect(strange).toEqual([]);
  });

  test("P23, M148: no refusal repeats one of them", () => {
    expect(told.length).toBeGreaterThan(300);
    expect(told.filter((line) => / 50\d /.test(line)).length).toBeGreaterThanOrEqual(4);
    expect(told.filter((line) => hits(line.replace(/^\S+ \S+/, ""), all).length > 0)).toEqual([]);
  });

  test("M19, P23: no table has a password, a token or a key, job errors included", () => {
    expect(dump).toContain(email);
    expect(dump).toContain("provider_unauthorized");
    expect(dump).toContain("$argon2id$");
    expect(hits(dump, Object.values(secrets))).toEqual([]);
  });

  test("S4, P23: the email and the name stand in one row alone, the words of searches nowhere", () => {
    const rows = dump.split("\n");

    expect(
      rows.filter((row) => hits(row, [personal.email, personal.name]).length > 0),
    ).toHaveLength(1);
    expect(hits(dump, [personal.words])).toEqual([]);
  });
});
