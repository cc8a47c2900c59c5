import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { Judge } from "./judge";
import { operationsOf } from "./operations";
import { type Fuzzed, strangeRequest, validRequest } from "./requests";
import { fuzzedService } from "./service";
import type { Hands } from "./values";

setDefaultTimeout(60_000);

/** FUZZ_RUNS=20000 takes longer and finds more; FUZZ_SEED takes another way. Half of the runs are valid. */
const runs = Number(process.env.FUZZ_RUNS ?? 2_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

let service: Awaited<ReturnType<typeof fuzzedService>>;
beforeAll(async () => {
  service = await fuzzedService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Nothing changes here, so whoever waits for a change waits to the end. */
const withoutWaiting = (path: string) => path.replace(/\bwait=([1-9]|[12]\d|30)\b/, "wait=0");

async function answerTo({ method, path, headers, body }: Fuzzed) {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(service.url + withoutWaiting(path), {
    method,
    headers,
    body: body ?? null,
    signal,
  });
  const type = response.headers.get("content-type");
  // The events of a job that waits have no end here, where no worker runs.
  const isStream = type?.startsWith("text/event-stream") ?? false;
  if (isStream) await response.body?.cancel();
  const text = isStream ? "…" : await response.text();
  return { status: response.status, type, text, headers: response.headers };
}

/** What no request that keeps to the document may be told; a name that is taken is no mistake of it. */
const refusals = [400, 403, 405, 413, 415, 422, 429];

/** What fits another field (a season's id looks different), or the file, is more than JSON Schema tells here. */
const loose = ["ingestBatch", "ingestFound", "createImport", "readEntities", "readEntitiesByQuery"];

/** The episodes of a series need the numbers of seasons: no schema of parameters tells that. */
const isHalf = ({ operation, path }: Fuzzed) =>
  operation.id === "getSeries" &&
  /[?&]include=[^&]*episodes/.test(path) &&
  !/[?&]seasons=/.test(path);

async function problemsOf(judge: Judge, fuzzed: Fuzzed): Promise<string[]> {
  const { operation, valid } = fuzzed;
  const answer = await answerTo(fuzzed);
  const found = judge.problems(operation.path, operation.method.toLowerCase(), answer);
  if (answer.status >= 500) found.push(`${answer.status}: a failure`);
  const mayBeRefused = !valid || loose.includes(operation.id) || isHalf(fuzzed);
  if (!mayBeRefused && refusals.includes(answer.status)) found.push(`${answer.status}: refused`);
  if (valid && answer.status === 401 && operation.id !== "login") found.push("not let in");
  if (answer.headers.get("x-request-id") === null) found.push("no X-Request-Id");
  return found.length === 0 ? [] : [...found, answer.text.slice(0, 500)];
}

test(
  `P19: ${runs} requests made from the OpenAPI document get documented answers (seed ${seed})`,
  async () => {
    const judge = new Judge(service.document);
    const hands: Hands = { ids: service.ids, keys: service.keys };
    const operations = operationsOf(service.document);
    const requests = operations.flatMap((operation) => [
      validRequest(operation, judge, hands),
      strangeRequest(operation, judge, hands),
    ]);
    const asked = new Set<string>();
    const property = fc.asyncProperty(fc.oneof(...requests), async (fuzzed) => {
      asked.add(`${fuzzed.operation.id} ${fuzzed.valid}`);
      expect(await problemsOf(judge, fuzzed)).toEqual([]);
    });

    await fc.assert(property, { numRuns: runs, seed, endOnFailure: runs > 2_000 });

    expect(asked.size).toBe(2 * operations.length);
    expect(service.records).toEqual([]);
  },
  runs * 30,
);
