import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { ingestDemo } from "../../support/demo";
import { type TestCatalog, testCatalog } from "../catalog";
import { composed, type Kind, kinds } from "./included";

setDefaultTimeout(60_000);

type Refusal = { error: { code: string; details: { field: string; allowed?: string[] }[] } };

let catalog: TestCatalog;
/** A record of each kind, with the most of what its kind has. */
let ids: Record<Kind, string>;

beforeAll(async () => {
  catalog = await testCatalog();
  await ingestDemo(catalog.db, [
    { kind: "movie", external_id: "603" },
    { kind: "movie", external_id: "604" },
    { kind: "movie", external_id: "605" },
    { kind: "collection", external_id: "2344" },
    { kind: "series", external_id: "1396", params: { include_seasons: true } },
    { kind: "person", external_id: "6384" },
  ]);
  const one = async (kind: Kind, rows: string) => {
    const [row] = await catalog.db.execute<{ id: string }>(sql.raw(`select id from ${rows}`));
    return `${kind}_${row?.id.replaceAll("-", "")}`;
  };
  const artworkOf = (table: string) =>
    `${table} order by (select count(*) from artwork where owner_id = ${table}.id) desc, id limit 1`;
  ids = {
    movie: await one("movie", "titles where kind = 'movie' and external_id = 603"),
    series: await one("series", "series"),
    season: await one("season", "seasons where season_number = 1"),
    episode: await one("episode", artworkOf("episodes")),
    person: await one("person", "people where external_id = 6384"),
    collection: await one("collection", artworkOf("collections")),
    company: await one("company", artworkOf("companies")),
  };
}, 60_000);
afterAll(() => catalog[Symbol.asyncDispose]());

const pathOf = (kind: Kind) => `${kinds[kind][0]}/${ids[kind]}`;
const text = async (path: string) => {
  const { body, statements, status } = await catalog.get(path);
  return { status, json: JSON.stringify(body), statements };
};

describe.each(Object.keys(kinds) as Kind[])("a %s", (kind) => {
  const [, names] = kinds[kind];

  test("N16 N17 N18 N21: any parts in any order are what their own paths answer, after all other keys, by one statement", async () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 });
    const some = fc.shuffledSubarray([...names] as string[], { minLength: 1 });
    const filter = fc.record(
      {
        image_language: fc.constantFrom("en", "en,null", "null", "de"),
        image_type: fc.constantFrom("poster", "poster,profile,still", "logo,backdrop"),
        image_limit: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(some, numbers, filter, async (asked, seasons, filters) => {
      const path = pathOf(kind);
      const query = new URLSearchParams({ ...filters, include: asked.join(",") } as never);
      const episodes = asked.includes("episodes") ? `&seasons=${seasons.join(",")}` : "";

      const { json, ...rest } = await text(`${path}?${query}${episodes}`);

      expect(rest).toEqual({ status: 200, statements: 1 });
      const given = { kind, at: path, path, names: asked };
      expect(json).toBe(await composed(catalog, given, { ...filters, seasons }));
    });
    await fc.assert(property, { numRuns: 15 });
  });

  test("N16: an unknown, unfit, empty or repeated part is refused with those that fit, before any query", async () => {
    const unfit = kind === "company" ? "credits" : "watch_providers";
    for (const include of ["x", unfit, `${names[0]},`, `,${names[0]}`, `${names[0]},${names[0]}`]) {
      const { status, body, statements } = await catalog.get<Refusal>(
        `${pathOf(kind)}?include=${include}`,
      );
      expect({ status, statements, ...body.error }).toMatchObject({
        status: 422,
        statements: 0,
        code: "validation_error",
        details: [{ field: "include", allowed: [...names] }],
      });
    }
    const { status } = await catalog.get(`${pathOf(kind)}?include=`);
    expect(status).toBe(422);
  });

  test("N16: without include, and with parameters of what is not included, the answer is the plain one", async () => {
    const path = pathOf(kind);
    const plain = await text(path);
    expect(await text(`${path}?image_limit=1&image_language=de&image_type=logo`)).toEqual(plain);
  });
});

test("N17 N18: a season and an episode bring along the same by their numbers", async () => {
  type Numbered = { series_id: string; season_number: number; episode_number: number };
  for (const kind of ["season", "episode"] as const) {
    const { body } = await catalog.get<Numbered>(pathOf(kind));
    const season = `/series/${body.series_id}/seasons/${body.season_number}`;
    const at = kind === "season" ? season : `${season}/episodes/${body.episode_number}`;
    const answer = await text(`${at}?include=translations,images`);
    const byId = await text(`${pathOf(kind)}?include=images,translations`);
    expect(answer).toEqual({ ...byId, statements: 1 });
    expect(answer.json).toContain('"images":{');
  }
});

test("N18: credits of a person are included by the same include_adult", async () => {
  const path = pathOf("person");
  await catalog.driver`update movies set adult = true where title is not null`;
  const given = { kind: "person", at: path, path, names: ["credits"] } as const;
  const answers = await Promise.all(
    ["false", "true"].map(async (include_adult) => {
      const { json } = await text(`${path}?include=credits&include_adult=${include_adult}`);
      expect(json).toBe(await composed(catalog, given, { include_adult }));
      return json;
    }),
  );
  await catalog.driver`update movies set adult = false`;
  expect(answers[0]).not.toBe(answers[1]);
});

describe("episodes of a series", () => {
  type Series = { seasons: { season_number: number; episodes?: object[] }[] };

  test("N19: seasons without stored episodes have none, and unknown numbers are left out", async () => {
    await catalog.driver`
      insert into seasons (id, series_id, season_number) select gen_random_uuid(), id, 77 from series`;
    const path = `${pathOf("series")}?include=episodes&seasons=`;
    const { body } = await catalog.get<Series>(`${path}77,1,9999`);
    const found = body.seasons.filter(({ episodes }) => episodes !== undefined);
    expect(found.map(({ season_number }) => season_number)).toEqual([1, 77]);
    expect(found[0]?.episodes?.length).toBeGreaterThan(0);
    expect(found[1]?.episodes).toEqual([]);
    await catalog.driver`delete from seasons where season_number = 77`;
  });

  const twentyOne = Array.from({ length: 21 }, (_, n) => n).join(",");
  test.each([
    "",
    "&seasons=-1",
    `&seasons=${twentyOne}`,
    "&seasons=1,",
    "&seasons=10000",
    "&seasons=01",
    "&seasons=a",
  ])(
    "N19: without numbers of seasons, or with wrong ones, they are refused before any query: %p",
    async (seasons) => {
      const { status, body, statements } = await catalog.get<Refusal>(
        `${pathOf("series")}?include=episodes${seasons}`,
      );
      const fields = body.error.details.map(({ field }) => field);
      expect({ status, fields, statements }).toEqual({
        status: 422,
        fields: ["seasons"],
        statements: 0,
      });
    },
  );

  test("N19: twenty numbers are taken, and numbers without episodes have no effect", async () => {
    const twenty = Array.from({ length: 20 }, (_, n) => n).join(",");
    const path = pathOf("series");
    expect((await catalog.get(`${path}?include=episodes&seasons=${twenty}`)).status).toBe(200);
    const plain = await catalog.get(path);
    expect((await catalog.get(`${path}?seasons=1`)).body).toEqual(plain.body);
  });
});
