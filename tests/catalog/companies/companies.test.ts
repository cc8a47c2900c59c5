import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CompanySummary } from "~/catalog/companies/model";
import * as schema from "~/db/schema";
import { type Page, type TestCatalog, testCatalog, walk } from "../catalog";
import { moment, notFound, publicId, stamps, unknownIds, uuid } from "../ids";
import { givenMoment, givenMovie, givenSeries } from "../rows";
import { movieSummary, seriesSummary } from "../summaries";

type Row = (typeof schema.companies)["$inferInsert"];
const titlesOf = ({ results }: Page<{ title: string }>) => results.map(({ title }) => title);

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await testCatalog();
});
afterAll(() => catalog[Symbol.asyncDispose]());

describe("GET /companies/{id}", () => {
  beforeAll(async () => {
    const { db } = catalog;
    await db.insert(schema.companies).values([
      {
        id: uuid(1),
        external_id: 33,
        company_type: "production_company",
        name: "Harbor Films",
        country: "GB",
        logo_path: "/harbor.png",
        homepage: "https://harbor.example",
        headquarters: "Leith",
        ...stamps,
      },
      { id: uuid(2), external_id: 33, company_type: "network", name: "Tide TV", ...stamps },
    ]);
    await givenMovie(db, 11, { popularity: 1 });
    await givenMovie(db, 12, { popularity: 5, adult: true });
    await givenMovie(db, 13);
    await givenMovie(db, 14, { popularity: 2 });
    await givenMovie(db, 15, { popularity: 9 });
    await givenSeries(db, 16, { popularity: 3 });
    const made = [11, 12, 13, 14, 16].map((n, position) => ({
      title_id: uuid(n),
      company_id: uuid(1),
      position,
    }));
    await db.insert(schema.title_companies).values(made);
    await givenMoment(db);
  });

  const path = `/companies/${publicId("company", 1)}`;

  test("M35: a company comes whole with links to its titles, in one statement", async () => {
    expect(await catalog.get(path)).toEqual({
      status: 200,
      statements: 1,
      body: {
        id: publicId("company", 1),
        kind: "company",
        name: "Harbor Films",
        company_type: "production_company",
        country: "GB",
        logo_path: "/harbor.png",
        homepage: "https://harbor.example",
        headquarters: "Leith",
        external_ids: { tmdb: 33 },
        created_at: moment,
        updated_at: moment,
        links: { movies: `/api/v1${path}/movies`, series: `/api/v1${path}/series` },
      },
    });
  });

  test("M18 M35: a network with the same provider id is another company; what is unknown is null", async () => {
    const network = `/companies/${publicId("company", 2)}`;
    const { body } = await catalog.get(network);
    expect(body).toEqual({
      id: publicId("company", 2),
      kind: "company",
      name: "Tide TV",
      company_type: "network",
      country: null,
      logo_path: null,
      homepage: null,
      headquarters: null,
      external_ids: { tmdb: 33 },
      created_at: moment,
      updated_at: moment,
      links: { movies: `/api/v1${network}/movies`, series: `/api/v1${network}/series` },
    });
  });

  test("M105: its movies are summaries, the most popular first, without adult ones, in one statement", async () => {
    const { body, statements } = await catalog.get<Page<{ title: string }>>(`${path}/movies`);
    expect({ ...body, results: titlesOf(body), statements }).toEqual({
      statements: 1,
      page: 1,
      page_size: 20,
      total_results: 3,
      total_pages: 1,
      results: ["Movie 14", "Movie 11", "Movie 13"],
    });
    const second: object | undefined = body.results[1];
    expect(second).toEqual({ ...movieSummary(11), popularity: 1 });
  });

  test("M90: its adult movies show when asked for", async () => {
    const all = await catalog.get<Page<{ title: string }>>(`${path}/movies?include_adult=true`);
    expect(titlesOf(all.body)).toEqual(["Movie 12", "Movie 14", "Movie 11", "Movie 13"]);
  });

  test("M105: its series are a listing of their own", async () => {
    expect((await catalog.get(`${path}/series`)).body).toEqual({
      page: 1,
      page_size: 20,
      total_results: 1,
      total_pages: 1,
      results: [{ ...seriesSummary(16), popularity: 3 }],
    });
  });

  test("M66: a page past the end keeps the totals; a company without titles has none", async () => {
    expect((await catalog.get(`${path}/movies?page=9&page_size=2`)).body).toEqual({
      page: 9,
      page_size: 2,
      total_results: 3,
      total_pages: 2,
      results: [],
    });
    const none = await catalog.get(`/companies/${publicId("company", 2)}/series`);
    expect(none.body).toEqual({
      page: 1,
      page_size: 20,
      total_results: 0,
      total_pages: 0,
      results: [],
    });
  });

  test("M17: an id that is malformed, of another kind or unknown is a company not found", async () => {
    for (const id of unknownIds("company")) {
      for (const below of ["", "/movies", "/series"]) {
        const answer = await catalog.get(`/companies/${id}${below}`);
        expect(answer).toMatchObject(notFound("company"));
      }
    }
  });
});

describe("GET /companies", () => {
  const types = ["production_company", "network"] as const;
  const countries = ["US", "GB", null];
  const names = ["Zorro", "alien", "Élite", "elite", "Zebra"];
  const rows: Row[] = Array.from({ length: 30 }, (_, n) => ({
    id: uuid(1_000 + ((n * 7) % 31)),
    external_id: 1_000 + n,
    name: names[n % names.length] ?? "",
    company_type: types[n % 2] ?? "network",
    country: countries[n % 3] ?? null,
  }));
  const alphabet = ["alien", "elite", "Élite", "Zebra", "Zorro"];
  const inOrder = (some: Row[]) =>
    some
      .toSorted(
        (a, b) => alphabet.indexOf(a.name) - alphabet.indexOf(b.name) || (a.id < b.id ? -1 : 1),
      )
      .map(({ id }) => `company_${id.replaceAll("-", "")}`);
  const idsOf = (companies: CompanySummary[]) => companies.map(({ id }) => id);
  let listing: TestCatalog;

  beforeAll(async () => {
    listing = await testCatalog();
    await listing.db.insert(schema.companies).values(rows);
  });
  afterAll(() => listing[Symbol.asyncDispose]());

  test("M67 M79: all pages hold each company exactly once, by name and then id", async () => {
    for (const page_size of [1, 7, 50]) {
      const found = await walk<CompanySummary>(listing, "/companies", page_size);
      expect(idsOf(found)).toEqual(inOrder(rows));
    }
  });

  test("M65 M79: an item is the company's summary; a page holds 20", async () => {
    const { body, statements } = await listing.get<Page<CompanySummary>>("/companies");
    expect({ statements, ...body, results: body.results.slice(0, 1) }).toEqual({
      statements: 1,
      page: 1,
      page_size: 20,
      total_results: 30,
      total_pages: 2,
      results: [
        {
          id: inOrder(rows)[0] ?? "",
          kind: "company",
          name: "alien",
          company_type: "network",
          country: "GB",
          logo_path: null,
        },
      ],
    });
  });

  test("M79: company_type and country narrow the listing together", async () => {
    const networks = rows.filter(({ company_type }) => company_type === "network");
    const british = networks.filter(({ country }) => country === "GB");
    const ofType = await walk<CompanySummary>(listing, "/companies?company_type=network", 4);
    expect(idsOf(ofType)).toEqual(inOrder(networks));
    const both = "/companies?company_type=network&country=GB";
    expect(idsOf(await walk<CompanySummary>(listing, both, 2))).toEqual(inOrder(british));
  });

  test("M79: country is compared as it stands and never refused", async () => {
    for (const country of ["gb", "Narnia", "%25", "'", "%F0%9F%87%AC%F0%9F%87%A7"]) {
      expect(await listing.get(`/companies?country=${country}`)).toEqual({
        status: 200,
        statements: 1,
        body: { page: 1, page_size: 20, total_results: 0, total_pages: 0, results: [] },
      });
    }
  });

  test("M79 M149: an unknown company_type is refused with what is allowed, without a statement", async () => {
    expect(await listing.get("/companies?company_type=studio")).toMatchObject({
      status: 422,
      statements: 0,
      body: {
        error: {
          code: "invalid_filter",
          details: [{ in: "query", field: "company_type", allowed: [...types] }],
        },
      },
    });
  });
});
