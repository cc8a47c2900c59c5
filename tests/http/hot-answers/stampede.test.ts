import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type HotService, hotService } from "./hot-service";

setDefaultTimeout(30_000);

let service: HotService;
let movie: string;

beforeAll(async () => {
  service = await hotService();
  movie = await service.addMovie("Cold ");
});
afterAll(() => service[Symbol.asyncDispose]());

const missing = `movie_${"0".repeat(32)}`;

/**
 * Sends a request 1,000 times (fetch would send 256 at a time) while a lock on a table keeps its computation
 * from ending; `change` is what the holder of the lock then does. Returns the different answers and the
 * statements they took.
 */
async function stampede(path: string, table: string, change = "select") {
  const before = service.statements();
  const shared = service.hot.counts.shared;
  const ask = () => service.app.handle(new Request(`${service.url}/api/v1${path}`));
  const asking: Promise<Response>[] = [];
  await service.driver.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`);
    for (let n = 0; n < 1_000; n += 1) asking.push(ask());
    while (service.hot.counts.shared < shared + 999) await Bun.sleep(5);
    await tx.unsafe(change);
  });
  const answers = await Promise.all(asking);
  const texts = await Promise.all(answers.map(async (answer) => answer.text()));
  const ids = new Set(answers.map(({ headers }) => headers.get("x-request-id")));
  expect(ids.size).toBe(1_000);
  const different = new Set(answers.map(({ status }, n) => `${status} ${texts[n]}`));
  return { different: [...different], statements: service.statements() - before };
}

test("1,000 simultaneous requests for one cold address run one statement", async () => {
  const { different, statements } = await stampede(`/movies/${movie}`, "movies");
  expect(different).toHaveLength(1);
  expect(different[0]).toStartWith('200 {"id":"movie_');
  expect(statements).toBe(1);
});

test("1,000 simultaneous requests for a record that does not exist run one statement", async () => {
  const { different, statements } = await stampede(`/movies/${missing}`, "movies");
  expect(different).toHaveLength(1);
  expect(different[0]).toStartWith('404 {"error":{"code":"movie_not_found"');
  expect(statements).toBe(1);
});

test("1,000 simultaneous requests that fail run one statement, and the failure is logged once", async () => {
  const gone = "alter table credits rename to credits_away";
  const { different, statements } = await stampede(`/movies/${movie}/credits`, "credits", gone);
  await service.driver`alter table credits_away rename to credits`;
  expect(different).toHaveLength(1);
  expect(different[0]).toMatch(/^50[03] /);
  expect(statements).toBe(1);
  expect(service.records).toHaveLength(1);
  expect((await service.get(`/movies/${movie}/credits`)).status).toBe(200);
});
