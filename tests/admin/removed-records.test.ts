import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import * as schema from "~/db/schema";
import { deleteRemoved } from "~/ingest/delete-removed";
import type { RemovableKind } from "~/vocabulary";
import { moment, publicId, uuid } from "../catalog/ids";
import { givenMovie, givenPerson, givenSeries } from "../catalog/rows";
import { ingestion, type Pipeline } from "../ingest/support";
import { collectionBody, personBody } from "../support/bodies/entities";
import { movieBody } from "../support/bodies/movie";
import { seasonBody, seriesBody } from "../support/bodies/series";
import { codeOf } from "../support/client";
import { testService } from "../support/service";

setDefaultTimeout(60_000);

const service = await testService();
const { db, operator } = service;
afterAll(() => service[Symbol.asyncDispose]());

const deleting = (path: string) => operator.send("DELETE", `/catalog/${path}`);

const tables: Record<RemovableKind, string> = {
  movie: "movies",
  series: "series",
  person: "people",
  collection: "collections",
};

/** The tables in which a text stands, leaving out what remembers that the record was there. */
async function tablesWith({ db }: Pick<Pipeline, "db">, text: string): Promise<string[]> {
  const names = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '_moves$|^changes|^jobs$|^search_outbox$'`);
  const found: string[] = [];
  for (const { name } of names) {
    const rows = await db.execute(
      sql.raw(`select from "${name}" t where strpos(t::text, '${text}') > 0 limit 1`),
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** The record of each kind, ingested with all of its parts. */
const records: Record<RemovableKind, (pipeline: Pipeline) => Promise<string | null>> = {
  movie: async (pipeline) => {
    pipeline.provider.serve("/movie/603", movieBody({ id: 603 }));
    return (await pipeline.ingest("movie", 603)).result.entity_id;
  },
  series: async (pipeline) => {
    pipeline.provider.serve("/tv/603", seriesBody({ id: 603 }));
    pipeline.provider.serve("/tv/603/season/1", seasonBody(603, 1));
    const { result } = await pipeline.ingest("series", 603);
    await pipeline.ingest("season", "603:1");
    return result.entity_id;
  },
  person: async (pipeline) => {
    pipeline.provider.serve("/person/603", personBody({ id: 603 }));
    const { result } = await pipeline.ingest("person", 603);
    await givenMovie(pipeline.db, 1);
    await pipeline.db.execute(sql`
      insert into credits (id, title_id, credit_type, external_id, person_id, position)
      select ${uuid(2)}, ${uuid(1)}, 'cast', 'c', id, 0 from people where external_id = 603`);
    return result.entity_id;
  },
  collection: async (pipeline) => {
    await givenMovie(pipeline.db, 1);
    const parts = [{ id: 1 }];
    pipeline.provider.serve("/collection/603", collectionBody({ id: 603, parts }));
    return (await pipeline.ingest("collection", 603)).result.entity_id;
  },
};

describe.concurrent("deleting a removed record", () => {
  for (const kind of Object.keys(tables) as RemovableKind[]) {
    test(`N69: a ${kind} goes with all that belongs to it, and comes anew when it is ingested again`, async () => {
      await using pipeline = await ingestion();
      const entity_id = String(await records[kind](pipeline));
      const id = entity_id.replace(/^\w+_(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
      const table = sql.raw(tables[kind]);
      expect(await deleteRemoved(pipeline.db, kind, id)).toBe("not_removed");
      expect((await tablesWith(pipeline, id)).length).toBeGreaterThan(2);
      const parts = await pipeline.db.execute<{ id: string }>(sql`
        select id::text from seasons union all select id::text from episodes`);

      await pipeline.db.execute(sql`update ${table} set removed_at = now() where id = ${id}`);
      expect(await deleteRemoved(pipeline.db, kind, id)).toBe("deleted");
      for (const part of [id, ...parts.map((row) => row.id)]) {
        expect(await tablesWith(pipeline, part)).toEqual([]);
      }
      expect(await deleteRemoved(pipeline.db, kind, id)).toBe("not_found");
      const planned = sql`select kind from provenance union all select kind from refresh_state`;
      expect([...(await pipeline.db.execute(planned))]).toEqual([]);

      const again = await pipeline.ingest(kind, 603);
      expect(again).toMatchObject({ run: 2, result: { outcome: "created" } });
      expect(again.result.entity_id).not.toBe(entity_id);
    });
  }
});

describe("DELETE /admin/catalog/{kind}/{id}", () => {
  test("N69: 204 for a removed record, with its ratings and watchlist entries", async () => {
    await givenMovie(db, 11, { removed_at: moment });
    await givenMovie(db, 12);
    await db.execute(sql`insert into users (id, email, display_name, password_hash)
      values (${uuid(1)}, 'a@example.org', 'Mara', '-')`);
    for (const n of [11, 12]) {
      await db.execute(
        sql`insert into ratings (user_id, title_id, value) values (${uuid(1)}, ${uuid(n)}, 7)`,
      );
      await db.execute(
        sql`insert into watchlist_entries (user_id, title_id) values (${uuid(1)}, ${uuid(n)})`,
      );
    }
    const movie = publicId("movie", 11);
    const { status, body } = await deleting(`movie/${movie}`);
    expect([status, body]).toEqual([204, undefined as never]);
    expect((await service.get(`/movies/${movie}`)).status).toBe(404);
    const kept = await db.execute<{ id: string }>(sql`
      select title_id as id from ratings union all select title_id from watchlist_entries`);
    expect(kept.map(({ id }) => id)).toEqual([uuid(12), uuid(12)]);
    const again = await deleting(`movie/${movie}`);
    expect([again.status, codeOf(again)]).toEqual([404, "movie_not_found"]);
  });

  test("N2, N3: takes a reference, which means the live record before a removed one", async () => {
    const external_ids = { imdb: "tt7654321" };
    await givenMovie(db, 51, { removed_at: moment, external_ids });
    await givenMovie(db, 52, { removed_at: moment });
    expect((await deleting("movie/tmdb%3A52")).status).toBe(204);
    await givenMovie(db, 53, { external_ids });
    const live = await deleting("movie/imdb:tt7654321");
    expect([live.status, codeOf(live)]).toEqual([409, "not_removed"]);
    await givenMovie(db, 54, { external_ids });
    const several = await deleting("movie/imdb:tt7654321");
    expect([several.status, codeOf(several)]).toEqual([409, "ambiguous_external_id"]);
    for (const path of ["movie/tmdb:52", "series/imdb:tt7654321", "movie/imdb:nm0000206"]) {
      expect((await deleting(path)).status).toBe(404);
    }
    await db.insert(schema.keywords).values({ id: uuid(55), external_id: 818, name: "loop" });
    for (const path of ["keyword/tmdb:818", "keyword/tmdb:819", "user/tmdb:818"]) {
      expect(codeOf(await deleting(path))).toBe("route_not_found");
    }
  });

  test("N69: 409 for a record that is not removed, which stays", async () => {
    await givenSeries(db, 21);
    await givenPerson(db, 22, "Live");
    for (const [kind, n, room] of [
      ["series", 21, "series"],
      ["person", 22, "people"],
    ] as const) {
      const answer = await deleting(`${kind}/${publicId(kind, n)}`);
      expect([answer.status, codeOf(answer)]).toEqual([409, "not_removed"]);
      expect((await service.get(`/${room}/${publicId(kind, n)}`)).status).toBe(200);
    }
  });

  test("N69 M17: a malformed or unknown id, one of another kind, and an unknown kind are 404", async () => {
    const outcomes = [];
    for (const path of [
      `movie/${publicId("movie", 999)}`,
      `movie/${publicId("series", 999)}`,
      `person/${uuid(22)}`,
      `collection/${publicId("collection", 999).toUpperCase()}`,
      `company/${publicId("company", 1)}`,
      `movies/${publicId("movie", 12)}`,
      `__proto__/${publicId("movie", 12)}`,
    ]) {
      const answer = await deleting(path);
      outcomes.push([answer.status, codeOf(answer)]);
    }
    expect(outcomes).toEqual([
      [404, "movie_not_found"],
      [404, "movie_not_found"],
      [404, "person_not_found"],
      [404, "collection_not_found"],
      [404, "route_not_found"],
      [404, "route_not_found"],
      [404, "route_not_found"],
    ]);
  });

  test("N69: nobody but the operator deletes", async () => {
    await givenMovie(db, 31, { removed_at: moment });
    const path = `/admin/catalog/movie/${publicId("movie", 31)}`;
    const answer = await service.send("DELETE", path);
    expect([answer.status, codeOf(answer)]).toEqual([401, "admin_auth_required"]);
  });
});
