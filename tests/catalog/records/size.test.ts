import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type TestCatalog, testCatalog } from "../catalog";
import { publicId, uuid } from "../ids";
import { givenMovie, givenPerson, givenSeries } from "../rows";

setDefaultTimeout(60_000);

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
  const { db, driver } = catalog;
  await givenMovie(db, 1);
  await givenSeries(db, 2);
  await givenPerson(db, 3, "Somebody");
  // Credits of about 6 MiB and videos of about 3 MiB.
  await driver`
    insert into credits (id, title_id, credit_type, external_id, person_id, position, character)
    select gen_random_uuid(), ${uuid(1)}::uuid, 'cast', n::text, ${uuid(3)}::uuid, n, repeat('漢', 260)
    from generate_series(1, 6000) n`;
  await driver`
    insert into videos (id, title_id, external_id, site, key, name, official, position)
    select gen_random_uuid(), ${uuid(1)}::uuid, n::text, 'YouTube', 'k' || n, repeat('x', 2900), true, n
    from generate_series(1, 1000) n`;
  await driver`
    insert into seasons (id, series_id, season_number)
    select gen_random_uuid(), ${uuid(2)}::uuid, n from generate_series(1, 3) n`;
  await driver`
    insert into episodes (id, series_id, season_id, episode_number, overview)
    select gen_random_uuid(), series_id, id, n, repeat('x', 4800) from seasons, generate_series(1, 600) n`;
}, 60_000);
afterAll(() => catalog[Symbol.asyncDispose]());

type Refusal = {
  error: { code: string; details: { field: string; message: string; allowed: string[] }[] };
};
const movie = `/movies/${publicId("movie", 1)}?include=`;
const series = `/series/${publicId("series", 2)}?include=`;

test("N24: an answer of more than 8 MiB is refused, and the largest part is named to ask for apart", async () => {
  const { status, body } = await catalog.get<Refusal>(`${movie}images,credits,videos`);
  expect(status).toBe(422);
  expect(body.error.code).toBe("validation_error");
  expect(body.error.details).toEqual([
    {
      in: "query",
      field: "include",
      message: "makes an answer of more than 8 MiB: ask for credits apart",
      allowed: ["videos", "images"],
    } as never,
  ]);
  for (const part of ["credits", "images,videos"]) {
    expect((await catalog.get(movie + part)).status).toBe(200);
  }
});

test("N24: episodes are named when they are the largest part", async () => {
  const { body } = await catalog.get<Refusal>(`${series}episodes&seasons=1,2,3`);
  const [detail] = body.error.details;
  expect(detail?.message).toBe("makes an answer of more than 8 MiB: ask for episodes apart");
  expect((await catalog.get(`${series}episodes&seasons=1,2`)).status).toBe(200);
});
