import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Meilisearch, MeilisearchApiError, type Settings } from "meilisearch";
import { canonicalSettings } from "./settings";

/** The address of the index: MEILI_URL, MEILI_KEY and MEILI_INDEX. */
export type MeiliAddress = { url: string; key: string | undefined; index: string };

const REQUEST_TIMEOUT_MS = 20_000;
const TASK_TIMEOUT_MS = 600_000;

/** A task of Meilisearch that did not succeed. */
export class TaskFailed extends Error {
  override readonly name = "TaskFailed";
}

/** A response that does not have Meilisearch's form, such as a proxy's page with status 200. */
export class UnexpectedResponse extends Error {
  override readonly name = "UnexpectedResponse";
  constructor() {
    super("The response does not have the form of Meilisearch's.");
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
const IndexedDocument = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  hash: Type.String(),
});
const Documents = Type.Object({ results: Type.Array(IndexedDocument) });

/** The fields of a document in the index that a comparison needs. */
export type IndexedDocument = Static<typeof IndexedDocument>;

/** The calls that keep an index in sync. Each method that enqueues a task returns the task's uid. */
export type Meili = ReturnType<typeof openMeili>;

/** Opens no connection; each call makes its own. Every response is validated. */
export function openMeili({ url, key }: Pick<MeiliAddress, "url" | "key">) {
  const client = new Meilisearch({
    host: url,
    ...(key !== undefined && { apiKey: key }),
    timeout: REQUEST_TIMEOUT_MS,
  });
  const fetchDocuments = async (uid: string, query: object): Promise<IndexedDocument[]> => {
    const body = { fields: ["id", "kind", "hash"], ...query };
    const path = `indexes/${uid}/documents/fetch`;
    return validated(Documents, await client.httpRequest.post({ path, body })).results;
  };
  return {
    put: async (uid: string, documents: object[]) =>
      taskUid(await client.index(uid).addDocuments(documents, { primaryKey: "id" })),
    remove: async (uid: string, ids: string[]) =>
      taskUid(await client.index(uid).deleteDocuments(ids)),
    create: async (uid: string) => taskUid(await client.createIndex(uid, { primaryKey: "id" })),
    drop: async (uid: string) => taskUid(await client.deleteIndex(uid)),
    configure: async (uid: string, settings: Settings) =>
      taskUid(await client.index(uid).updateSettings(settings)),
    swap: async (one: string, other: string) =>
      taskUid(await client.swapIndexes([{ indexes: [one, other], rename: false }])),
    /** The number of documents in the index; undefined when the index does not exist. */
    count: (uid: string) =>
      unlessMissing("index_not_found", async () => {
        const stats = await client.index(uid).getStats();
        return validated(Stats, stats).numberOfDocuments;
      }),
    /** The settings of the index in canonical form; undefined when the index does not exist. */
    settings: (uid: string) =>
      unlessMissing("index_not_found", async () =>
        canonicalSettings(await client.index(uid).getSettings()),
      ),
    /** The documents with these ids; ids without a document are left out. */
    documents: (uid: string, ids: string[]) =>
      fetchDocuments(uid, { ids, limit: Math.max(1, ids.length) }),
    /** One page of all documents, in the order of the index. */
    page: (uid: string, offset: number, limit: number) => fetchDocuments(uid, { offset, limit }),
    /**
     * Returns when the task has succeeded. Throws TaskFailed when it failed, was canceled, is unknown or
     * takes longer than 10 minutes. Deleting documents of an index that does not exist is a success.
     */
    waitForTask: async (uid: number, signal?: AbortSignal): Promise<void> => {
      const deadline = performance.now() + TASK_TIMEOUT_MS;
      for (let wait_ms = 5; performance.now() < deadline; wait_ms = Math.min(250, 2 * wait_ms)) {
        signal?.throwIfAborted();
        const task = await unlessMissing("task_not_found", () => client.tasks.getTask(uid));
        if (task === undefined)
          throw new TaskFailed("Meilisearch does not know a task that it accepted.");
        if (hasSucceeded(validated(Task, task))) return;
        await Bun.sleep(wait_ms);
      }
      throw new TaskFailed("A task of Meilisearch did not end in time.");
    },
  };
}

function hasSucceeded({ status, type, error }: Task): boolean {
  if (status === "enqueued" || status === "processing") return false;
  if (status === "succeeded") return true;
  if (type === "documentDeletion" && error?.code === "index_not_found") return true;
  throw new TaskFailed(`A task of Meilisearch is ${status} (${error?.code ?? "no code"}).`);
}

const taskUid = (response: unknown): number => validated(Enqueued, response).taskUid;

function validated<T extends Parameters<typeof Value.Check>[0]>(schema: T, response: unknown) {
  if (Value.Check(schema, response)) return response;
  throw new UnexpectedResponse();
}

/** The result of a call; undefined when Meilisearch answers with this error code. */
async function unlessMissing<T>(code: string, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof MeilisearchApiError && error.cause?.code === code) return undefined;
    throw error;
  }
}
