import { storm } from "../db/storm";
import { databaseEnv, serving } from "../service/program";
import { testDatabase } from "../support/database";
import { check, finish } from "./support";

/**
 * `bun tests/faults/canceled-rows.ts [seconds]`: statements of twelve callers are canceled while a large
 * row is sent; three readers beside them get no wrong answer (F10).
 */
const seconds = Number(process.argv[2] ?? 60);
const database = await testDatabase({ max: 1 });
const env = { RATE_LIMIT_PUBLIC: "0", RATE_LIMIT_AUTH: "0", LOG_LEVEL: "silent" };
const service = await serving({ ...databaseEnv(database), ...env });
const { right, refused, wrong, canceled } = await storm(service, database, seconds);
for (const answer of wrong.slice(0, 10)) console.log(answer);
check(
  wrong.length === 0,
  `F10: ${wrong.length} wrong answers beside ${right} right ones and ${refused} x 503`,
);
check(canceled > seconds, `${canceled} statements canceled in ${seconds} s`);
await service[Symbol.asyncDispose]();
await database.close();
finish();
