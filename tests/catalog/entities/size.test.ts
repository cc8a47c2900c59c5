import { expect, setDefaultTimeout, test } from "bun:test";
import { testService } from "../../support/service";
import { publicId, uuid } from "../ids";
import { givenMovie } from "../rows";

setDefaultTimeout(60_000);

test("N24: a batch of more than 8 MiB is refused on what it includes, which is named to ask for apart", async () => {
  await using service = await testService();
  await givenMovie(service.db, 1);
  await service.driver`
    insert into videos (id, title_id, external_id, site, key, name, official, position)
    select gen_random_uuid(), ${uuid(1)}::uuid, n::text, 'YouTube', 'k' || n, repeat('x', 2900), true, n
    from generate_series(1, 200) n`;
  const refs = Array(20).fill(publicId("movie", 1));
  const details = (field: object) => [expect.objectContaining({ field: "include", ...field })];

  const read = await service.request<{ error: { code: string; details: object[] } }>(
    "GET",
    `/entities?refs=${refs}&view=detail&include=videos,images`,
  );

  expect(read.status).toBe(422);
  expect(read.body.error.code).toBe("validation_error");
  expect(read.body.error.details).toEqual(
    details({ in: "query", message: expect.stringContaining("ask for videos, images apart") }),
  );
});
