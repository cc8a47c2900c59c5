import { matches, parseFilter, rankingScore, type StoredDocument } from "./meilisearch-search";
import {
  type Double,
  defaultSettings,
  type Index,
  isDocumentId,
  refusal,
  TaskError,
} from "./meilisearch-tasks";

type Call = { url: URL; body: unknown; uid: string; double: Double };
export type Route = { method: string; path: RegExp; answer: (call: Call) => Response };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown, otherwise: number): number =>
  typeof value === "number" ? value : otherwise;

/** Reads of an index that is not there: 404 `index_not_found` (docs reference/errors/error_codes). */
const withIndex =
  (answer: (index: Index, call: Call) => Response) =>
  (call: Call): Response => {
    const index = call.double.indexes.get(call.uid);
    return index === undefined ? refusal(404, "index_not_found") : answer(index, call);
  };

const shown = (document: StoredDocument, fields: unknown): Record<string, unknown> => {
  const wanted = Array.isArray(fields) ? fields.map(String) : ["*"];
  if (wanted.includes("*")) return document;
  return Object.fromEntries(Object.entries(document).filter(([key]) => wanted.includes(key)));
};

export const routes: Route[] = [
  {
    // docs reference/api/documents: "Add or replace documents"; the whole batch fails for one bad id
    // (crates/milli/src/error.rs, InvalidDocumentId is `invalid_document_id`).
    method: "POST",
    path: /^\/indexes\/([\w-]+)\/documents$/,
    answer: ({ double, uid, url, body }) =>
      double.enqueue("documentAdditionOrUpdate", uid, () => {
        const documents = list(body).map(record);
        if (!documents.every(({ id }) => isDocumentId(id)))
          throw new TaskError("invalid_document_id");
        const index = double.opened(uid, url.searchParams.get("primaryKey"));
        for (const document of documents) index.documents.set(String(document.id), document);
      }),
  },
  {
    // crates/index-scheduler/src/scheduler/process_batch.rs: a deletion creates no index, it fails.
    method: "POST",
    path: /^\/indexes\/([\w-]+)\/documents\/delete-batch$/,
    answer: ({ double, uid, body }) =>
      double.enqueue("documentDeletion", uid, () => {
        const index = double.existing(uid);
        for (const id of list(body)) index.documents.delete(String(id));
      }),
  },
  {
    // crates/meilisearch/src/routes/indexes/documents.rs, BrowseQuery: offset 0, limit 20, fields, ids.
    method: "POST",
    path: /^\/indexes\/([\w-]+)\/documents\/fetch$/,
    answer: withIndex((index, { body }) => {
      const { ids, fields, ...rest } = record(body);
      const offset = number(rest.offset, 0);
      const limit = number(rest.limit, 20);
      const all = Array.isArray(ids)
        ? ids.flatMap((id): StoredDocument[] => {
            const document = index.documents.get(String(id));
            return document === undefined ? [] : [document];
          })
        : [...index.documents.values()];
      const results = all.slice(offset, offset + limit).map((each) => shown(each, fields));
      return Response.json({ results, offset, limit, total: all.length });
    }),
  },
  {
    // docs reference/api/stats: `isIndexing` while a task of the index is processing.
    method: "GET",
    path: /^\/indexes\/([\w-]+)\/stats$/,
    answer: withIndex((index) =>
      Response.json({
        numberOfDocuments: index.documents.size,
        rawDocumentDbSize: 0,
        avgDocumentSize: 0,
        isIndexing: false,
        numberOfEmbeddings: 0,
        numberOfEmbeddedDocuments: 0,
        fieldDistribution: {},
      }),
    ),
  },
  {
    method: "GET",
    path: /^\/indexes\/([\w-]+)\/settings$/,
    answer: withIndex((index) => Response.json(index.settings)),
  },
  {
    // docs reference/api/settings: only the fields of the body change, null resets one; like documents
    // they create an index that is not there.
    method: "PATCH",
    path: /^\/indexes\/([\w-]+)\/settings$/,
    answer: ({ double, uid, body }) =>
      double.enqueue("settingsUpdate", uid, () => {
        const { settings } = double.opened(uid, null);
        const defaults: Record<string, unknown> = defaultSettings();
        for (const [key, value] of Object.entries(record(body)))
          settings[key] = value ?? defaults[key];
      }),
  },
  {
    method: "GET",
    path: /^\/indexes\/([\w-]+)$/,
    answer: withIndex(({ primaryKey, createdAt }, { uid }) =>
      Response.json({ uid, primaryKey, createdAt, updatedAt: createdAt }),
    ),
  },
  {
    // docs reference/api/indexes: an existing one makes the task fail with `index_already_exists`.
    method: "POST",
    path: /^\/indexes$/,
    answer: ({ double, body }) => {
      const { uid, primaryKey } = record(body);
      return double.enqueue("indexCreation", String(uid), () => {
        if (double.indexes.has(String(uid))) throw new TaskError("index_already_exists");
        double.opened(String(uid), typeof primaryKey === "string" ? primaryKey : null);
      });
    },
  },
  {
    method: "DELETE",
    path: /^\/indexes\/([\w-]+)$/,
    answer: ({ double, uid }) =>
      double.enqueue("indexDeletion", uid, () => {
        double.existing(uid);
        double.indexes.delete(uid);
      }),
  },
  {
    // docs reference/api/indexes, "Swap indexes": atomic; both have to exist; documents, settings and
    // creation dates change places (crates/index-scheduler/src/index_mapper: the names are remapped).
    method: "POST",
    path: /^\/swap-indexes$/,
    answer: ({ double, body }) =>
      double.enqueue("indexSwap", null, () => {
        for (const swap of list(body).map(record)) {
          const [one = "", other = ""] = list(swap.indexes).map(String);
          const [first, second] = [double.existing(one), double.existing(other)];
          double.indexes.set(one, second);
          double.indexes.set(other, first);
        }
      }),
  },
  {
    // docs reference/api/tasks: 404 `task_not_found` also for one that was deleted.
    method: "GET",
    path: /^\/tasks\/(\d+)$/,
    answer: ({ double, uid }) => {
      const found = double.tasks.find(({ task }) => task.uid === Number(uid));
      return found === undefined ? refusal(404, "task_not_found") : Response.json(found.task);
    },
  },
  {
    // docs reference/api/tasks: only finished tasks are deleted. A task itself, done at once here.
    method: "DELETE",
    path: /^\/tasks$/,
    answer: ({ double }) =>
      double.enqueue("taskDeletion", null, () => {
        double.tasks = double.tasks.filter(
          ({ task }) => task.status === "enqueued" || task.status === "processing",
        );
      }),
  },
  {
    // docs reference/api/search: `hits` with `_rankingScore` when asked for; never more than
    // pagination.maxTotalHits; a filter on an attribute that is not filterable is a 400.
    method: "POST",
    path: /^\/indexes\/([\w-]+)\/search$/,
    answer: withIndex((index, { body }) => {
      const { q, filter, attributesToRetrieve, ...rest } = record(body);
      const passes = parseFilter(
        list(filter).map(String),
        list(index.settings.filterableAttributes),
      );
      if (passes === undefined) return refusal(400, "invalid_search_filter");
      const limit = Math.min(number(rest.limit, 20), 1_000);
      const query = String(q ?? "");
      const hits = [...index.documents.values()]
        .filter((document) => passes(document) && matches(document, query, index.settings))
        .map((document) => ({ document, _rankingScore: rankingScore(document, query) }))
        .sort((a, b) => b._rankingScore - a._rankingScore)
        .slice(0, limit)
        .map(({ document, _rankingScore }) => ({
          ...shown(document, attributesToRetrieve),
          _rankingScore,
        }));
      const estimatedTotalHits = hits.length;
      return Response.json({
        hits,
        query,
        processingTimeMs: 0,
        limit,
        offset: 0,
        estimatedTotalHits,
      });
    }),
  },
];
