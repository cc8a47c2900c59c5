import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { findByReference } from "~/catalog/references/in-path";
import { publicIdText } from "~/db/sql";
import { ApiError } from "~/http/errors";
import { readExternalReference } from "~/http/request/reference";
import type { ReferenceKind } from "~/vocabulary";
import { Recordings } from "../../ingest/recordings";
import { recorded } from "../../support/recorded";
import { type TestService, testService } from "../../support/service";

setDefaultTimeout(300_000);

const segments: Record<ReferenceKind, string> = {
  ...{ movie: "movies", series: "series", season: "seasons", episode: "episodes" },
  ...{ person: "people", collection: "collections", company: "companies", keyword: "keywords" },
};

/** Of each kind so many records are compared; of titles all. */
const MOST_OF_KIND = 100;

describe.skipIf(recorded === undefined)("recorded records", () => {
  let recordings: Recordings;
  let service: TestService;
  beforeAll(async () => {
    recordings = await Recordings.ingest();
    service = await testService({ database: recordings.pipeline.database });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await recordings.pipeline[Symbol.asyncDispose]();
  });

  type Carried = { source: string; value: string; kind: ReferenceKind; entity_id: string };
  const carried = async (): Promise<Carried[]> => [
    ...(await service.db.execute<Carried>(sql`
      select source::text, value, kind::text, entity_id::text from external_refs order by 1, 2, 3, 4`)),
  ];

  type Item = { id: string; entity: object };

  /** All titles, and some records of every other kind. */
  async function compared(): Promise<{ kind: ReferenceKind; id: string }[]> {
    const byKind = Map.groupBy(await carried(), ({ kind }) => kind);
    return [...byKind].flatMap(([kind, rows]) => {
      const ids = [...new Set(rows.map(({ entity_id }) => publicIdText(kind, entity_id)))];
      const isTitle = kind === "movie" || kind === "series";
      return (isTitle ? ids : ids.slice(0, MOST_OF_KIND)).map((id) => ({ kind, id }));
    });
  }

  test("N8: a batch has every record as its own path answers it, key for key", async () => {
    const all = await compared();
    expect(all.length).toBeGreaterThan(300);
    for (let n = 0; n < all.length; n += 20) {
      const some = all.slice(n, n + 20);
      const refs = some.map(({ id }) => id);
      const { status, body } = await service.post<{ results: Item[] }>("/entities", {
        refs,
        view: "detail",
      });
      expect([n, status]).toEqual([n, 200]);
      for (const [place, { kind, id }] of some.entries()) {
        const { text } = await service.get(`/${segments[kind]}/${id}`);
        expect(JSON.stringify(body.results[place]?.entity)).toBe(text);
      }
    }
  });

  test("N3, N5: every id leads to the records that a recount says, and to no other", async () => {
    const rows = await carried();
    const byReference = Map.groupBy(
      rows,
      ({ source, value, kind }) => `${kind} ${source}:${value}`,
    );
    for (const [name, carriers] of byReference) {
      const [kind = "movie", text = ""] = name.split(" ") as [ReferenceKind, string];
      const reference = readExternalReference(text);
      if (reference === undefined) throw new Error(`${text} is stored and cannot be named`);
      const found = await findByReference(service.db, kind, reference).catch((error: unknown) =>
        error instanceof ApiError ? error.details?.[0]?.allowed : error,
      );
      const expected = carriers.map(({ entity_id }) => publicIdText(kind, entity_id));
      expect([found].flat()).toEqual(expected);
    }
    expect(byReference.size).toBeGreaterThan(1_000);
  });
});
