import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { loadDemo } from "../../bench/search/demo";
import { demoQueries } from "../../bench/search/demo-queries";
import { judge, success, type Verdict } from "../../bench/search/judged";
import { providerNames } from "../../bench/search/names";
import { type TestDatabase, testDatabase } from "../support/database";

setDefaultTimeout(60_000);

let database: TestDatabase;
let verdicts: Verdict[];

beforeAll(async () => {
  database = await testDatabase();
  await loadDemo(database.db);
  verdicts = await judge(database.db, demoQueries, await providerNames(database.db));
}, 60_000);
afterAll(() => database.close());

describe("search over the demo catalog", () => {
  test("M89: at least 98 % of the demo queries have a right result first, 99 % among the first five", () => {
    const missed = verdicts.filter(({ place }) => place !== 1).map(({ query }) => query.q);
    expect({ missed, enough: success(verdicts, 1) >= 98 }).toMatchObject({ enough: true });
    expect(success(verdicts, 5)).toBeGreaterThanOrEqual(99);
  });

  test("M89: every query without a typo has a right result first", () => {
    const plain = verdicts.filter(({ query }) => !query.class.includes("typo"));
    expect(plain.filter(({ place }) => place !== 1)).toEqual([]);
    expect(plain.length).toBeGreaterThan(100);
  });
});
