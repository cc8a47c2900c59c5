import type { StoredDocument } from "./meilisearch-search";

export type Index = {
  primaryKey: string | null;
  documents: Map<string, StoredDocument>;
  settings: Record<string, unknown>;
  createdAt: string;
};

export type Task = {
  uid: number;
  indexUid: string | null;
  status: "enqueued" | "processing" | "succeeded" | "failed";
  type: string;
  error: ErrorBody | null;
  enqueuedAt: string;
};

type ErrorBody = { message: string; code: string; type: string; link: string };

/** docs reference/errors/error_codes: every error has these four fields. */
const errorBody = (code: string, type = "invalid_request"): ErrorBody => ({
  message: `The double says: ${code}.`,
  code,
  type,
  link: `https://docs.meilisearch.com/errors#${code}`,
});

export const refusal = (status: number, code: string, type?: string) =>
  Response.json(errorBody(code, type), { status });

/** crates/meilisearch-types/src/settings.rs, the schema_default of each field. */
export const defaultSettings = () => ({
  displayedAttributes: ["*"],
  searchableAttributes: ["*"],
  filterableAttributes: [],
  sortableAttributes: [],
  rankingRules: [
    "words",
    "typo",
    "proximity",
    "attributeRank",
    "sort",
    "wordPosition",
    "exactness",
  ],
  stopWords: [],
  nonSeparatorTokens: [],
  separatorTokens: [],
  dictionary: [],
  synonyms: {},
  distinctAttribute: null,
  proximityPrecision: "byWord",
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
    disableOnWords: [],
    disableOnAttributes: [],
    disableOnNumbers: false,
  },
  faceting: { maxValuesPerFacet: 100, sortFacetValuesBy: { "*": "alpha" } },
  pagination: { maxTotalHits: 1_000 },
  searchCutoffMs: null,
  localizedAttributes: null,
  facetSearch: true,
  prefixSearch: "indexingTime",
});

export class TaskError extends Error {
  readonly body: ErrorBody;
  constructor(code: string) {
    super(code);
    this.body = errorBody(code);
  }
}

/** docs learn/indexing/primary_key: letters, digits, hyphens and underscores, at most 511 bytes. */
export const isDocumentId = (id: unknown): id is string | number =>
  /^[A-Za-z0-9_-]{1,511}$/.test(String(id));

export class Double {
  readonly key: string;
  indexes = new Map<string, Index>();
  tasks: { task: Task; work: () => void }[] = [];
  nextUid = 0;
  readonly task_ms: number;
  #running: Timer | undefined;

  constructor(key: string, task_ms: number) {
    this.key = key;
    this.task_ms = task_ms;
  }

  /**
   * docs capabilities/indexing/tasks_and_batches/async_operations: writes answer 202 with a summary and
   * are done later, one after the other in the order of their uids.
   */
  enqueue(type: string, indexUid: string | null, work: () => void): Response {
    const enqueuedAt = new Date().toISOString();
    const uid = this.nextUid;
    this.nextUid += 1;
    const task: Task = { uid, indexUid, status: "enqueued", type, error: null, enqueuedAt };
    this.tasks.push({ task, work });
    this.start();
    return Response.json(
      { taskUid: uid, indexUid, status: "enqueued", type, enqueuedAt },
      { status: 202 },
    );
  }

  start(): void {
    this.#running ??= setInterval(() => this.#process(), this.task_ms);
  }

  /** The same page: "if Meilisearch is stopped, the task that was processing is enqueued again". */
  halt(): void {
    clearInterval(this.#running);
    this.#running = undefined;
    for (const { task } of this.tasks) if (task.status === "processing") task.status = "enqueued";
  }

  #process(): void {
    const processing = this.tasks.find(({ task }) => task.status === "processing");
    if (processing !== undefined) this.#finish(processing);
    const next = this.tasks.find(({ task }) => task.status === "enqueued");
    if (next !== undefined) next.task.status = "processing";
    else {
      clearInterval(this.#running);
      this.#running = undefined;
    }
  }

  /** The same page: "a failed task changes nothing". */
  #finish({ task, work }: { task: Task; work: () => void }): void {
    try {
      work();
      task.status = "succeeded";
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      task.status = "failed";
      task.error = error.body;
    }
  }

  /** docs reference/api/documents: adding documents to an index that does not exist creates it. */
  opened(uid: string, primaryKey: string | null): Index {
    const known = this.indexes.get(uid);
    if (known !== undefined) return known;
    const createdAt = new Date().toISOString();
    const made: Index = {
      primaryKey,
      documents: new Map(),
      settings: defaultSettings(),
      createdAt,
    };
    this.indexes.set(uid, made);
    return made;
  }

  /** crates/index-scheduler/src/error.rs: IndexNotFound is `index_not_found`. */
  existing(uid: string): Index {
    const index = this.indexes.get(uid);
    if (index === undefined) throw new TaskError("index_not_found");
    return index;
  }
}
