import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { APPENDABLE } from "./bodies/appends";
import type { Call, StandIn } from "./provider";

type Json = Record<string, unknown>;

/** One recorded response. `path` has no `/3` in front; `body()` reads and parses the file each time. */
export type Recording = {
  readonly kind: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  readonly date: string;
  readonly fidelity: "raw" | "edited";
  readonly file: string;
  body(): Json;
};

/** The kinds `serveRecorded` serves, the whole list by default. */
export const SERVED_KINDS = [
  "movie_details",
  "tv_details",
  "tv_season",
  "tv_episode",
  "collection_details",
  "person_details",
  "company_details",
  "network_details",
  "trending",
  "error",
] as const;
export type ServedKind = (typeof SERVED_KINDS)[number];

const root = join(import.meta.dir, "../../../shared/provider/recorded");

function languageRank(query: Recording["query"]): number {
  const language = query.language ?? "en";
  if (language.startsWith("en")) return 0;
  return language === "ar" ? 2 : 1;
}

/** Sort key, best first: raw before edited, English or none before others, Arabic last, then newest. */
function preference(left: Recording, right: Recording): number {
  const edited = Number(left.fidelity === "edited") - Number(right.fidelity === "edited");
  const language = languageRank(left.query) - languageRank(right.query);
  return edited || language || right.date.localeCompare(left.date);
}

/** As `preference`, but a part filtered by country or language comes after an unfiltered one. */
function partPreference(left: Recording, right: Recording): number {
  const filters = ({ query }: Recording) =>
    Number("country" in query) + Number("language" in query || "include_image_language" in query);
  const edited = Number(left.fidelity === "edited") - Number(right.fidelity === "edited");
  return edited || filters(left) - filters(right) || preference(left, right);
}

/** The recorded provider bodies of ../shared/provider/recorded. */
export class Recorded {
  readonly #byKind = new Map<string, Recording[]>();
  readonly #byPath = new Map<string, Recording[]>();
  readonly #partsOf = new Map<string, { key: string; recording: Recording }[]>();

  constructor(folder: string) {
    const index: Omit<Recording, "body">[] = JSON.parse(
      readFileSync(join(folder, "index.json"), "utf8"),
    );
    for (const { kind, path: full, query, status, date, fidelity, file } of index) {
      const path = full.replace(/^\/3(?=\/)/, "");
      const body = (): Json => JSON.parse(readFileSync(join(folder, file), "utf8"));
      this.#add({ kind, path, query, status, date, fidelity, file, body });
    }
    for (const list of this.#byPath.values()) list.sort(preference);
  }

  /** All recordings of one kind (the folder names of recorded/), in the order of the index. */
  bodies(kind: string): readonly Recording[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** The paths of one kind, each once, sorted. */
  paths(kind: string): string[] {
    return [...new Set(this.bodies(kind).map(({ path }) => path))].sort();
  }

  /** The best single recording of a path: raw, English or no language, newest. */
  best(kind: string, path: string): Recording | undefined {
    return this.#byPath.get(path)?.find((recording) => recording.kind === kind);
  }

  /**
   * The fullest body that can be put together for a path: the best recording, plus every appendable
   * part it lacks from the other recordings of the path and from stand-alone ones below it
   * (`/movie/603/credits` as `credits`, without its `id`). Undefined when nothing is recorded.
   */
  composed(kind: string, path: string): Json | undefined {
    const base = this.best(kind, path);
    if (base === undefined) return undefined;
    const body = base.body();
    for (const { key, recording } of this.#candidates(kind, path, base)) {
      if (key in body) continue;
      const part = recording.path === path ? recording.body()[key] : withoutId(recording.body());
      if (part !== undefined) body[key] = part;
    }
    return body;
  }

  #candidates(kind: string, path: string, base: Recording) {
    const others = (this.#byPath.get(path) ?? [])
      .filter((recording) => recording.kind === kind && recording !== base)
      .flatMap((recording) =>
        (recording.query.append_to_response ?? "")
          .split(",")
          .filter((key) => APPENDABLE.has(key))
          .map((key) => ({ key, recording })),
      );
    return [...others, ...(this.#partsOf.get(path) ?? [])].sort((left, right) =>
      partPreference(left.recording, right.recording),
    );
  }

  #add(recording: Recording): void {
    push(this.#byKind, recording.kind, recording);
    push(this.#byPath, recording.path, recording);
    const [, owner, key] =
      /^(\/(?:movie|tv|person|collection|company)\/[^/]+(?:\/season\/\d+)?(?:\/episode\/\d+)?)\/(.+)$/.exec(
        recording.path,
      ) ?? [];
    if (owner === undefined || key === undefined) return;
    if (recording.status === 200 && APPENDABLE.has(key)) {
      push(this.#partsOf, owner, { key, recording });
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function withoutId({ id: _, ...part }: Json): Json {
  return part;
}

function load(): Recorded | undefined {
  if (existsSync(join(root, "index.json"))) return new Recorded(root);
  const told = Symbol.for("media-catalog.tests.no-recorded-bodies");
  if (!Reflect.has(globalThis, told)) {
    Reflect.set(globalThis, told, true);
    console.info("no recorded provider bodies beside this repository: tests that need them skip");
  }
  return undefined;
}

/**
 * The recorded bodies, or undefined on a machine that has none:
 *
 *     describe.skipIf(recorded === undefined)("recorded bodies", () => { … });
 */
export const recorded: Recorded | undefined = load();

/** A ranking has one recorded page; the pages after it are empty. */
function pageOf(recording: Recording, call: Call): Json {
  const page = Number(call.query.page ?? 1);
  const body = recording.body();
  return page === 1 ? body : { ...body, page, results: [] };
}

/**
 * Registers the recorded answers of `kinds` on a stand-in (details composed, parsed per request) and
 * returns the paths with status 200 per kind. Errors go only where no good answer stands.
 */
export function serveRecorded(
  provider: StandIn,
  kinds: readonly ServedKind[] = SERVED_KINDS,
): Record<ServedKind, string[]> {
  const served: Record<ServedKind, string[]> = {
    movie_details: [],
    tv_details: [],
    tv_season: [],
    tv_episode: [],
    collection_details: [],
    person_details: [],
    company_details: [],
    network_details: [],
    trending: [],
    error: [],
  };
  for (const kind of recorded === undefined ? [] : kinds) {
    if (kind === "error") serveErrors(provider);
    else served[kind] = serveKind(provider, kind);
  }
  return served;
}

function serveKind(provider: StandIn, kind: ServedKind): string[] {
  const paths = recorded?.paths(kind) ?? [];
  for (const path of paths) {
    const best = recorded?.best(kind, path);
    if (best === undefined) continue;
    if (kind === "trending") provider.serve(path, (call) => pageOf(best, call));
    else provider.serve(path, () => recorded?.composed(kind, path));
  }
  return paths;
}

function serveErrors(provider: StandIn): void {
  for (const { path, query, status, fidelity, body } of recorded?.bodies("error") ?? []) {
    if (fidelity === "edited" || Object.keys(query).length > 0) continue;
    provider.serve(path, () => Response.json(body(), { status }));
  }
}
