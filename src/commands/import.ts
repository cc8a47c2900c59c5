import { basename } from "node:path";
import { getImport, type ImportView } from "~/admin/imports/view";
import { loadConfig } from "~/config";
import { type Deps, openDeps } from "~/deps";
import { createImport } from "~/imports/create";
import { readFile } from "~/imports/file";
import { ImportRefused } from "~/imports/refusal";
import { Selection } from "~/imports/selection";
import { textOf } from "~/imports/text";
import { DownloadFailed, downloaded, withoutSecrets } from "~/provider/id-file";
import type { ImportKind } from "~/vocabulary";
import { startWorkers } from "~/worker";
import { migratedDatabase, type ServiceDatabase } from "./database";
import { exitCodes, Misconfigured } from "./exit";
import { startTimedProgress } from "./progress";
import { listenForStop } from "./signals";
import { reportIfAway } from "./waiting";

type Options = {
  from: string;
  top?: number;
  minPopularity?: number;
  includeAdult?: boolean;
  includeSeasons?: boolean;
  again?: boolean;
  wait?: boolean;
};

const GIBIBYTE = 2 ** 30;
const download = { max_bytes: GIBIBYTE, timeout_ms: 600_000 };
const UNPACKED_MAX = 8 * GIBIBYTE;
const POLL_MS = 500;

/**
 * `import [kind] --from …`: stores the ids of a file; the service turns them into jobs. With `--wait` this
 * process works on them too until all have ended. Exits with 1 if the file cannot be imported or the wait was
 * interrupted, and with 3 if an id failed.
 */
export async function importFile(kind: ImportKind | undefined, options: Options): Promise<number> {
  try {
    const config = loadConfig(process.env, { serves: false });
    if (options.wait && config.provider === "tmdb" && config.tmdb.token === undefined) {
      throw new Misconfigured(
        "import --wait needs TMDB_API_TOKEN: without it nothing can be fetched.",
      );
    }
    const selection = await select(options);
    const database = await migratedDatabase(config);
    const deps = openDeps(config, database.address, "http");
    try {
      const id = await store(deps, kind, options, selection);
      if (options.wait) return await wait(deps, database, id);
      return exitCodes.done;
    } finally {
      await deps.close();
      await database.stop();
    }
  } catch (error) {
    if (!(error instanceof ImportRefused || error instanceof DownloadFailed)) throw error;
    console.error(error.message);
    return exitCodes.failed;
  }
}

/** Why a file cannot be read, by the codes of the system. */
const unreadable: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "there is no right to read it",
};

const isUrl = (from: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(from);

async function select(options: Options): Promise<Selection> {
  const { from, top, minPopularity: min_popularity, includeAdult: include_adult } = options;
  const selection = new Selection({ top, min_popularity, include_adult });
  await readFile(textOf(bytesFrom(from), UNPACKED_MAX), (line) => selection.add(line));
  return selection;
}

async function* bytesFrom(from: string): AsyncGenerator<Uint8Array> {
  if (isUrl(from)) yield* downloaded(from, download);
  else if (from === "-") yield* Bun.stdin.stream();
  else {
    try {
      yield* Bun.file(from).stream();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      throw new ImportRefused(`${from}: ${unreadable[code] ?? "it cannot be read"}.`);
    }
  }
}

function sourceOf(from: string): string {
  if (isUrl(from)) return withoutSecrets(from);
  return from === "-" ? "standard input" : basename(from);
}

/** Stores the import, says what became of the file, and returns its UUID. */
async function store(
  { db }: Deps,
  kind: ImportKind | undefined,
  { from, includeSeasons: include_seasons, again }: Options,
  selection: Selection,
): Promise<string> {
  const progress = startTimedProgress("ids stored");
  const request = { kind, source: sourceOf(from), include_seasons, again };
  const id = await createImport(db, request, selection, progress.update).finally(progress.stop);
  const made = await required(db, id);
  for (const { line, text } of made.invalid_lines) {
    console.error(`line ${line} names nothing: ${JSON.stringify(text)}`);
  }
  const { pending, skipped, invalid } = made;
  console.log(
    `${made.id} ${made.kind}: ${pending} to fetch, ${skipped} skipped, ${invalid} invalid`,
  );
  if (pending > 0) console.error(howToLook(made));
  return id;
}

const howToLook = ({ id }: ImportView): string =>
  `The service fetches them. How far it is: GET /api/v1/admin/imports/${id}, or the page /admin.`;

async function required(db: Deps["db"], id: string): Promise<ImportView> {
  const found = await getImport(db, id);
  if (found === undefined) throw new Error("The import is gone.");
  return found;
}

/** Works on jobs until the import has ended or a signal comes, and shows how far it is. */
async function wait(deps: Deps, database: ServiceDatabase, id: string): Promise<number> {
  const stopping = listenForStop();
  const workers = startWorkers(deps, database.address, { schedule: false });
  stopping.started();
  const progress = startTimedProgress("ids fetched");
  let state = await required(deps.db, id);
  try {
    while (state.finished_at === null && !stopping.signal.aborted) {
      progress.update(state.succeeded + state.failed, totalOf(state), state.eta_seconds);
      await Bun.sleep(POLL_MS);
      state = (await required(deps.db, id).catch(reportIfAway(database.reportAway))) ?? state;
    }
    progress.update(state.succeeded + state.failed, totalOf(state), state.eta_seconds);
  } finally {
    progress.stop();
    await workers.stop(10_000);
  }
  return outcomeOf(state);
}

const totalOf = ({ total, skipped, invalid }: ImportView): number => total - skipped - invalid;

function outcomeOf(state: ImportView): number {
  const { finished_at, succeeded, failed, status } = state;
  if (finished_at === null) {
    console.error(`Interrupted. ${howToLook(state)}`);
    return exitCodes.failed;
  }
  console.log(`${state.id} ${status}: ${succeeded} succeeded, ${failed} failed`);
  for (const { kind, external_id, code } of state.failures) {
    console.log(`${kind} ${external_id} failed ${code}`);
  }
  if (failed > 0) return exitCodes.incomplete;
  return status === "canceled" ? exitCodes.failed : exitCodes.done;
}
