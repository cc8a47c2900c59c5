import { sql } from "drizzle-orm";
import type { Serving } from "../service/program";
import type { TestDatabase } from "../support/database";

export type Storm = {
  /** How many answers of the readers were right, and how many said 503. */
  right: number;
  refused: number;
  /** Whatever else they were answered. */
  wrong: string[];
  /** Statements that were canceled. */
  canceled: number;
};

const id = (n: number) => `01990000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
const pathOf = (n: number) => `/api/v1/movies/movie_${id(n).replaceAll("-", "")}`;

/** Two movies: the row of the first takes long to send. */
async function fill({ db }: TestDatabase): Promise<void> {
  await db.execute(sql`
    insert into titles (id, kind, external_id) values (${id(1)}::uuid, 'movie', 1), (${id(2)}::uuid, 'movie', 2)`);
  await db.execute(sql`
    insert into movies (id, title, overview) values
      (${id(1)}::uuid, 'Large', repeat('All work and no play. ', 100000)), (${id(2)}::uuid, 'Small', 'Short.')`);
}

async function tokenOf(service: Serving): Promise<string> {
  const body = {
    email: "reader@example.org",
    password: "a long passphrase",
    display_name: "Reader",
  };
  const answer = await service.call("POST", "/api/v1/auth/register", body);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/**
 * Twelve callers whose statement is canceled again and again while a large row is sent, and three
 * ordinary readers beside them on the same pool, for so many seconds: an account by its token, a movie,
 * a list. A reader may be told to come back; it may never get what is not so.
 */
export async function storm(
  service: Serving,
  database: TestDatabase,
  seconds: number,
): Promise<Storm> {
  await fill(database);
  const headers = {
    authorization: `Bearer ${await tokenOf(service)}`,
    "accept-encoding": "identity",
  };
  const ask = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const seen: Storm = { right: 0, refused: 0, wrong: [], canceled: 0 };
  const end = performance.now() + seconds * 1_000;
  const again = async (work: () => Promise<void>) => {
    while (performance.now() < end) await work();
  };
  const readers = ["/api/v1/auth/me", pathOf(2), "/api/v1/movies?sort_by=title.desc&page_size=1"];
  const expected = new Map<string, string>();
  for (const path of readers) expected.set(path, (await ask(path)).text);
  const read = async (path: string) => {
    const { status, text } = await ask(path);
    if (status === 200 && text === expected.get(path)) seen.right += 1;
    else if (status === 503) seen.refused += 1;
    else seen.wrong.push(`${path}: ${status} ${text.slice(0, 200)}`);
  };
  const die = async () => {
    const { status, text } = await ask(pathOf(1));
    const isRight = status === 503 || (status === 200 && text.includes('"title":"Large"'));
    if (!isRight) seen.wrong.push(`${pathOf(1)}: ${status} ${text.slice(0, 200)}`);
  };
  const cancel = async () => {
    const [row] = await database.db.execute<{ n: number }>(sql`
      select count(*) filter (where pg_cancel_backend(pid))::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
        and query like '%"movies"."overview"%'`);
    seen.canceled += row?.n ?? 0;
  };
  await Promise.all([
    again(cancel),
    ...readers.map((path) => again(() => read(path))),
    ...Array.from({ length: 12 }, () => again(die)),
  ]);
  return seen;
}
