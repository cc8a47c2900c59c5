import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Meilisearch, MeilisearchApiError, type Settings } from "meilisearch";
import { settingsAsRead } from "./settings";

/** Where the secondary index is: MEILI_URL, MEILI_KEY and MEILI_INDEX. */
export type MeiliAddress = { url: string; key: string | undefined; index: string };

const REQUEST_MS = 20_000;
const LONGEST_TASK_MS = 600_000;

/** A task that Meilisearch ended without doing it, so that nothing of it was changed. */
export class TaskFailed extends Error {
  override readonly name = "TaskFailed";
}

/** An answer that is none of Meilisearch's, such as a proxy's page with status 200. */
export class StrangeAnswer extends Error {
  override readonly name = "StrangeAnswer";
  constructor() {
    super("The answer is not one of Meilisearch.");
  }
}

const Enqueued = Type.Object({ taskUid: Type.Integer({ minimum: 0 }) });
const Task = Type.Object({
  status: Type.String(),
  type: Type.String(),
  error: Type.Optional(Type.Union([Type.Object({ code: Type.String() }), Type.Null()])),
});
type Task = Static<typeof Task>;
const Stats = Type.Object({ numberOfDocuments: Type.Integer({ minimum: 0 }) });
const Known = Type.Object({ id: Type.String(), kind: Type.String(), hash: Type.String() });
const Fetched = Type.Object({ results: Type.Array(Known) });

/** What the index says of a document when it is compared. */
export type KnownDocument = { id: string; kind: string; hash: string };

/** The calls that keep an index in step. Each method that enqueues returns the task's uid. */
export type Meili = ReturnType<typeof openMeili>;

/** Opens nothing; connections are made call by call. Every answer is checked before it is believed. */
export function openMeili({ url, key }: Pick<MeiliAddress, "url" | "key">) {
  const client = new Meilisearch({
    host: url,
    ...(key !== undefined && { apiKey: key }),
    timeout: REQUEST_MS,
  });
  const fetchDocuments = async (uid: string, query: object): Promise<KnownDocument[]> => {
    const body = { fields: ["id", "kind", "hash"], ...query };
    const path = `indexes/${uid}/documents/fetch`;
    return believed(Fetched, await client.httpRequest.post({ path, body })).results;
  };
  return {
    put: async (uid: string, documents: object[]) =>
      taskOf(await client.index(uid).addDocuments(documents, { primaryKey: "id" })),
    remove: async (uid: string, ids: string[]) =>
      taskOf(await client.index(uid).deleteDocuments(ids)),
    create: async (uid: string) => taskOf(await client.createIndex(uid, { primaryKey: "id" })),
    drop: async (uid: string) => taskOf(await client.deleteIndex(uid)),
    configure: async (uid: string, settings: Settings) =>
      taskOf(await client.index(uid).updateSettings(settings)),
    swap: async (one: string, other: string) =>
      taskOf(await client.swapIndexes([{ indexes: [one, other], rename: false }])),
    /** How many documents the index holds; undefined where there is no such index. */
    count: (uid: string) =>
      unlessMissing("index_not_found", async () => {
        const stats = await client.index(uid).getStats();
        return believed(Stats, stats).numberOfDocuments;
      }),
    /** The settings this service cares for, in one spelling; undefined where there is no such index. */
    settings: (uid: string) =>
      unlessMissing("index_not_found", async () =>
        settingsAsRead(await client.index(uid).getSettings()),
      ),
    /** Those of these ids that the index holds. */
    documents: (uid: string, ids: string[]) =>
      fetchDocuments(uid, { ids, limit: Math.max(1, ids.length) }),
    /** A page of all documents, in the index's own order. */
    page: (uid: string, offset: number, limit: number) => fetchDocuments(uid, { offset, limit }),
    /**
     * Returns when the task has succeeded; throws TaskFailed when it failed, was canceled or is unknown
     * (F15). To delete from an index that is not there counts as done.
     */
    finished: async (uid: number, signal?: AbortSignal): Promise<void> => {
      const deadline = performance.now() + LONGEST_TASK_MS;
      for (let wait_ms = 5; performance.now() < deadline; wait_ms = Math.min(250, 2 * wait_ms)) {
        signal?.throwIfAborted();
        const task = await unlessMissing("task_not_found", () => client.tasks.getTask(uid));
        if (task === undefined) throw new TaskFailed("Meilisearch does not know a task of ours.");
        if (isDone(believed(Task, task))) return;
        await Bun.sleep(wait_ms);
      }
      throw new TaskFailed("A task of Meilisearch did not end in time.");
    },
  };
}

function isDone({ status, type, error }: Task): boolean {
  if (status === "enqueued" || status === "processing") return false;
  if (status === "succeeded") return true;
  if (type === "documentDeletion" && error?.code === "index_not_found") return true;
  throw new TaskFailed(`A task of Meilisearch is ${status} (${error?.code ?? "no code"}).`);
}

const taskOf = (answer: unknown): number => believed(Enqueued, answer).taskUid;

function believed<T extends Parameters<typeof Value.Check>[0]>(schema: T, answer: unknown) {
  if (Value.Check(schema, answer)) return answer;
  throw new StrangeAnswer();
}

/** The code Meilisearch gave an error, such as `index_not_found`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof MeilisearchApiError ? error.cause?.code : undefined;

async function unlessMissing<T>(code: string, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (errorCode(error) === code) return undefined;
    throw error;
  }
}
