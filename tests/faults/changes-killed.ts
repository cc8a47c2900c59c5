import { sql } from "drizzle-orm";
import { enqueueAll } from "~/jobs/queue";
import { catalogEntities, stamps } from "../changes/feed";
import { databaseEnv, providerEnv, type Serving, serving } from "../service/program";
import { movieBody } from "../support/bodies/movie";
import { castRow } from "../support/bodies/parts";
import { testDatabase } from "../support/database";
import { standIn } from "../support/provider";
import { check, finish, secondsUntil } from "./support";

/**
 * `bun tests/faults/changes-killed.ts [kills]`: two services ingest and number with four workers each, and are
 * killed in turn, while two readers follow the feed of whichever answers, with pages of 7 and of 200 entries. In
 * the end both copies are the catalog (N60, N63).
 */
const kills = Number(process.argv[2] ?? 6);
const TITLES = 400;
const ROUNDS = 3;

await using database = await testDatabase();
await using provider = standIn();
const { db } = database;
const env = {
  ...databaseEnv(database),
  ...providerEnv(provider),
  PROVIDER_RPS: "1000",
  RATE_LIMIT_ADMIN: "0",
  RATE_LIMIT_PUBLIC: "0",
  REFRESH: "off",
  LOG_LEVEL: "fatal",
  WORKER_CONCURRENCY: "4",
  TRENDING_CRON: "0 0 1 1 *",
};

type Page = {
  results: { sequence: number; op: string; kind: string; id: string }[];
  cursor: string;
  more: boolean;
};

/** `movie_0199…` as the id of a row. */
const uuidOf = (id: string) =>
  (id.split("_").at(-1) ?? "").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** What a client has that reads again what the feed names. */
class Copy {
  readonly entities = new Map<string, string>();
  readonly moments = new Map<string, string>();
  readonly #limit: number;
  #cursor = "0";
  repeated = 0;
  #sequences = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Reads a page; returns whether there is more. */
  async read(url: string): Promise<boolean> {
    const answer = await fetch(`${url}/api/v1/changes?since=${this.#cursor}&limit=${this.#limit}`);
    if (answer.status !== 200) throw new Error(`${answer.status}`);
    const { results, cursor, more } = (await answer.json()) as Page;
    for (const { sequence, op, kind, id } of results) {
      if (sequence <= (this.#sequences.get(id) ?? 0)) this.repeated += 1;
      this.#sequences.set(id, sequence);
      this.moments.delete(uuidOf(id));
      if (op === "deleted") this.entities.delete(id);
      else this.entities.set(id, `${kind} ${uuidOf(id)} live`);
    }
    const ids = results.map(({ id }) => uuidOf(id));
    for (const [id, at] of await stamps(db, ids)) this.moments.set(id, at);
    this.#cursor = cursor;
    return more;
  }
}

let isOver = false;
const services: Serving[] = [await serving(env), await serving(env)];
const urlOf = (place: number) => (services[place % 2] as Serving).url;
const copies = [new Copy(7), new Copy(200)];
const reading = copies.map(async (copy, place) => {
  for (let turn = place; !isOver; turn += 1) {
    await copy.read(urlOf(turn)).catch(() => Bun.sleep(20));
    await Bun.sleep(5);
  }
});
const killing = (async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    await Bun.sleep(700);
    const service = services[kill % 2] as Serving;
    service.process.kill("SIGKILL");
    await service.exited;
    services[kill % 2] = await serving(env);
  }
})();

const pick = (n: number) => Math.floor(Math.random() * n);
for (let round = 0; round < ROUNDS; round += 1) {
  for (let id = 1; id <= TITLES; id += 1) {
    const cast = [castRow(pick(30), { popularity: pick(3) }), castRow(30 + pick(30))];
    provider.serve(`/movie/${id}`, movieBody({ id, popularity: pick(4), credits: { cast } }));
  }
  await enqueueAll(
    db,
    Array.from({ length: TITLES }, (_, n) => ({ kind: "movie", external_id: String(n + 1) })),
  );
  await secondsUntil(async () => {
    const rows = await db.execute(
      sql`select from jobs where status in ('queued', 'running') limit 1`,
    );
    return rows.length === 0;
  }, 120);
  await db.execute(sql`delete from titles where external_id = ${1 + pick(TITLES)}`);
}
await killing;
await secondsUntil(
  async () => (await db.execute(sql`select from changes_pending limit 1`)).length === 0,
);
isOver = true;
await Promise.all(reading);
for (const [place, copy] of copies.entries()) while (await copy.read(urlOf(place)));
finishWith(await catalogEntities(db), await stamps(db));

function finishWith(catalog: string[], moments: Map<string, string>): never {
  console.log(`${catalog.length} entities after ${kills} kills`);
  for (const copy of copies) {
    const entities = [...copy.entities.values()].toSorted();
    check(JSON.stringify(entities) === JSON.stringify(catalog), "a copy has what the catalog has");
    const same = [...moments].every(([id, at]) => copy.moments.get(id) === at);
    check(same && copy.moments.size === moments.size, "and has every record in its latest state");
    check(copy.repeated === 0, "and was told of nothing twice");
  }
  return finish();
}
