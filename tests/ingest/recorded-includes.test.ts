import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { composed, type Kind, kinds } from "../catalog/records/included";
import { recorded } from "../support/recorded";
import { type TestService, testService } from "../support/service";
import { Recordings } from "./recordings";

setDefaultTimeout(120_000);

describe.skipIf(recorded === undefined)("recorded bodies, read with all of their parts", () => {
  let recordings: Recordings;
  let service: TestService;

  beforeAll(async () => {
    recordings = await Recordings.ingest();
    service = await testService({ database: recordings.pipeline.database });
  }, 120_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await recordings.pipeline[Symbol.asyncDispose]();
  });

  const get = async <Body>(path: string) => {
    const before = service.statements();
    const { status, body } = await service.get<Body>(path);
    return { status, body, statements: service.statements() - before };
  };

  const everyKind = ["movie", "series", "season", "person", "collection"] as const;
  test.each(everyKind)(
    "N17 N18 N21: every %s equals its parts read one by one, by one statement",
    async (kind) => {
      const [first, names] = kinds[kind as Kind];
      const all = recordings.of(kind);
      expect(all.length).toBeGreaterThan(0);
      for (const { entity_id } of all) {
        const path = `${first}/${entity_id}`;
        const seasons = [0, 1, 2, 3];
        const more = kind === "series" ? `&seasons=${seasons.join(",")}` : "";
        const { status, body, statements } = await get(`${path}?include=${names.join(",")}${more}`);
        expect({ path, status, statements }).toEqual({ path, status: 200, statements: 1 });
        const given = { kind, at: path, path, names };
        expect(JSON.stringify(body)).toBe(await composed({ get } as never, given, { seasons }));
      }
    },
  );
});
