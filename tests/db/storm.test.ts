import { expect, setDefaultTimeout, test } from "bun:test";
import { databaseEnv, serving } from "../service/program";
import { testDatabase } from "../support/database";
import { storm } from "./storm";

setDefaultTimeout(60_000);

test("F10: statements that die in the middle of a row cost no other request a wrong answer", async () => {
  await using database = await testDatabase({ max: 1 });
  const env = { RATE_LIMIT_PUBLIC: "0", RATE_LIMIT_AUTH: "0", LOG_LEVEL: "silent" };
  await using service = await serving({ ...databaseEnv(database), ...env });
  const seen = await storm(service, database, 3);
  expect(seen.wrong).toEqual([]);
  expect(seen.canceled).toBeGreaterThan(10);
  expect(seen.right).toBeGreaterThan(10);
});
