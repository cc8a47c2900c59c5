import { describe, expect, test } from "bun:test";
import * as schema from "~/db/schema";
import { testCatalog } from "../catalog";
import { publicId, uuid } from "../ids";
import { givenMovie, givenPerson } from "../rows";

const person = (n: number, name: string) => ({
  id: publicId("person", n),
  name,
  profile_path: `/person${n}.jpg`,
  known_for_department: "Acting",
});

describe("GET /movies/{id}/credits", () => {
  test("M92 M104: cast by billing and crew in the provider's order, read by one statement", async () => {
    await using catalog = await testCatalog();
    const { db } = catalog;
    await givenMovie(db, 1);
    await givenMovie(db, 2);
    await givenPerson(db, 11, "Ada");
    await givenPerson(db, 12, "Ben");
    const credit = { title_id: uuid(1), external_id: "x" };
    await db.insert(schema.credits).values([
      { ...credit, id: uuid(21), credit_type: "cast", person_id: uuid(11), position: 1 },
      {
        ...credit,
        id: uuid(22),
        credit_type: "crew",
        person_id: uuid(11),
        job: "Writer",
        position: 0,
      },
      {
        ...credit,
        id: uuid(23),
        credit_type: "cast",
        external_id: "y",
        person_id: uuid(12),
        character: "Mara",
        position: 0,
      },
      {
        ...credit,
        id: uuid(24),
        title_id: uuid(2),
        credit_type: "cast",
        person_id: uuid(12),
        position: 0,
      },
    ]);

    expect(await catalog.get(`/movies/${publicId("movie", 1)}/credits`)).toEqual({
      status: 200,
      statements: 1,
      body: {
        cast: [
          { id: publicId("credit", 23), person: person(12, "Ben"), character: "Mara", order: 0 },
          { id: publicId("credit", 21), person: person(11, "Ada"), character: null, order: 1 },
        ],
        crew: [
          {
            id: publicId("credit", 22),
            person: person(11, "Ada"),
            department: null,
            job: "Writer",
          },
        ],
      },
    });
  });
});
