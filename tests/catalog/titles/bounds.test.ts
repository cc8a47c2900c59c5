import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { bounds } from "~/bounds";
import { openApiText } from "~/commands/openapi";
import { ingestion, type Pipeline } from "../../ingest/support";
import { movieBody } from "../../support/bodies/movie";
import { isObject } from "../../support/bodies/overrides";
import { seriesBody } from "../../support/bodies/series";

/** Rows of a title as they add up when its payloads keep changing and each loses an item. */
const flood = (title: ReturnType<typeof sql>, person: ReturnType<typeof sql>) => [
  sql`insert into alternate_titles (title_id, position, title)
    select ${title}, n, 'Title ' || n from generate_series(1000, 3000) n`,
  sql`insert into keywords (id, external_id, name)
    select uuidv7(), n, 'Keyword ' || n from generate_series(10000, 13000) n on conflict do nothing`,
  sql`insert into title_keywords (title_id, keyword_id) select ${title}, id from keywords
    on conflict do nothing`,
  sql`insert into videos (id, title_id, external_id, site, key, position)
    select uuidv7(), ${title}, 'v' || n, 'YouTube', 'k' || n, n from generate_series(1, 3000) n`,
  sql`insert into artwork (id, owner_kind, owner_id, type, file_path, position)
    select uuidv7(), kind::text::artwork_owner, id, 'poster', '/' || n || '.jpg', n
    from titles, generate_series(1, 3000) n where id = ${title}`,
  sql`insert into offerings (title_id, country, monetization, watch_provider_id)
    select ${title}, chr(65 + a) || chr(65 + b), 'rent', id
    from generate_series(0, 25) a, generate_series(0, 25) b, (select id from watch_providers) p
    on conflict do nothing`,
  sql`insert into offerings (title_id, country, monetization, watch_provider_id)
    select title_id, country, 'buy', watch_provider_id from offerings where title_id = ${title}
    on conflict do nothing`,
  sql`insert into credits (id, title_id, credit_type, external_id, person_id, position)
    select uuidv7(), ${title}, type::credit_type, type || n, ${person}, n
    from generate_series(1, 7000) n, unnest('{cast,crew,creator}'::text[]) type`,
];

describe("answers that are not paged", () => {
  let pipeline: Pipeline;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    pipeline = await ingestion();
    pipeline.provider.serve("/movie/1", movieBody({ id: 1 })).serve("/tv/1", seriesBody({ id: 1 }));
    for (const kind of ["movie", "series"] as const) {
      ids[kind] = (await pipeline.ingest(kind, 1)).result.entity_id ?? "";
      const title = sql`(select id from titles where kind = ${kind})`;
      const person = sql`(select id from people where external_id = 501)`;
      for (const statement of flood(title, person)) await pipeline.db.execute(statement);
    }
    const of = sql`(select replace(id::text, '-', '') from people where external_id = 501)`;
    const { person } = await pipeline.row(sql`select 'person_' || ${of} as person`);
    ids.person = String(person);
  }, 120_000);
  afterAll(() => pipeline[Symbol.asyncDispose]());

  test("S16: a title answers at most as many items as its document says, whatever is stored", async () => {
    for (const at of [`/movies/${ids.movie}`, `/series/${ids.series}`]) {
      const detail = await pipeline.get(at);
      expect(detail.keywords).toHaveLength(bounds.keywords);
      expect(detail.alternate_titles).toHaveLength(bounds.alternate_titles);
      const offers = Object.values(detail.watch_providers.results).flatMap((country) =>
        Object.values(Object(country)).filter(Array.isArray).flat(),
      );
      expect(offers).toHaveLength(bounds.offers);
      const { cast, crew } = await pipeline.get(`${at}/credits`);
      expect([cast.length, crew.length]).toEqual([bounds.cast, bounds.crew]);
      expect((await pipeline.get(`${at}/videos`)).results).toHaveLength(bounds.videos);
      expect((await pipeline.get(`${at}/images`)).posters).toHaveLength(bounds.images);
    }
    const { credits } = await pipeline.get(`/series/${ids.series}`);
    expect([credits.cast.length, credits.creators.length]).toEqual([bounds.cast, bounds.creators]);
  });

  test("S16: a person answers the newest credits, at most as many as the document says", async () => {
    const { cast, crew, creators } = await pipeline.get(`/people/${ids.person}/credits`);
    expect([cast.length, crew.length, creators.length]).toEqual(
      Array(3).fill(bounds.person_credits),
    );
  });

  test("S16: the document names the bound of every list of the catalog that has no pages", async () => {
    const { components } = JSON.parse(await openApiText());
    const unbounded: string[] = [];
    const look = (schema: unknown, path: string): void => {
      if (!isObject(schema)) return;
      if (schema.type === "array" && schema.maxItems === undefined) unbounded.push(path);
      for (const [key, part] of Object.entries(schema)) look(part, `${path}.${key}`);
    };
    const others = /Page$|^(Configuration|Error|Job|Stats|EnqueuedBatch|Import|RefreshState)/;
    for (const [name, schema] of Object.entries(components.schemas)) {
      if (!others.test(name)) look(schema, name);
    }
    expect(unbounded).toEqual([]);
  });
});
