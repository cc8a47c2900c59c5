import { enqueueAll, type JobRequest } from "~/jobs/queue";
import type { JobKind } from "~/vocabulary";
import type { Json } from "../support/bodies/overrides";
import { recorded, serveRecorded } from "../support/recorded";
import { ingestion, type Pipeline } from "./support";

/** The paths whose bodies are ingested: the folder of recorded/, the job's kind, the ids in the path. */
const sources = {
  movie: ["movie_details", /^\/movie\/(\d+)$/],
  series: ["tv_details", /^\/tv\/(\d+)$/],
  season: ["tv_season", /^\/tv\/(\d+)\/season\/(\d+)$/],
  person: ["person_details", /^\/person\/(\d+)$/],
  collection: ["collection_details", /^\/collection\/(\d+)$/],
} as const satisfies Partial<Record<JobKind, readonly [string, RegExp]>>;
type Kind = keyof typeof sources;

/** A recorded body: its path, the job's external id, and the entity that its job made. */
export type Recorded = { path: string; external_id: string; entity_id: string; body: Json };

/** Every recorded body, ingested by jobs into one catalog. */
export class Recordings {
  readonly pipeline: Pipeline;
  /** How many of each kind were ingested, and how fast. */
  readonly told: string[] = [];
  readonly #entities = new Map<string, string>();

  private constructor(pipeline: Pipeline) {
    this.pipeline = pipeline;
  }

  /** A season whose series is not recorded gets a series that has only a name. */
  static async ingest(): Promise<Recordings> {
    const recordings = new Recordings(await ingestion({ loops: 4 }));
    const { provider } = recordings.pipeline;
    serveRecorded(provider);
    const ids = (kind: Kind) => pathsOf(kind).map(({ external_id }) => external_id);
    const series = new Set(ids("series"));
    for (const season of ids("season")) {
      const [id = ""] = season.split(":");
      if (!series.has(id)) provider.serve(`/tv/${id}`, { id: Number(id), name: `Series ${id}` });
      series.add(id);
    }
    await recordings.#run("movie", ids("movie"));
    await recordings.#run("series", [...series]);
    await recordings.#run("season", ids("season"));
    await recordings.#run("person", ids("person"));
    await recordings.#run("collection", ids("collection"));
    return recordings;
  }

  /** The entity of an id of the provider; undefined if it was not ingested. */
  entity = (kind: Kind, external_id: unknown): string | undefined =>
    this.#entities.get(`${kind} ${external_id}`);

  of(kind: Kind): Recorded[] {
    return pathsOf(kind).map(({ path, external_id }) => ({
      path,
      external_id,
      entity_id: this.entity(kind, external_id) ?? "",
      body: recorded?.composed(sources[kind][0], path) ?? {},
    }));
  }

  async #run(kind: Kind, external_ids: string[]): Promise<void> {
    const start = performance.now();
    const requests = external_ids.map((external_id): JobRequest => ({ kind, external_id }));
    const enqueued = await enqueueAll(this.pipeline.db, requests);
    await this.pipeline.drain();
    const seconds = (performance.now() - start) / 1_000;
    this.told.push(`${requests.length} ${kind} (${(requests.length / seconds).toFixed(0)}/s)`);
    for (const { id } of enqueued) {
      const { external_id, result, error } = await this.pipeline.job(id);
      if (!result?.entity_id) throw new Error(`${kind} ${external_id}: ${error?.code}`);
      this.#entities.set(`${kind} ${external_id}`, result.entity_id);
    }
  }
}

function pathsOf(kind: Kind): { path: string; external_id: string }[] {
  const [folder, pattern] = sources[kind];
  return (recorded?.paths(folder) ?? []).flatMap((path) => {
    const match = pattern.exec(path);
    return match === null ? [] : [{ path, external_id: match.slice(1).join(":") }];
  });
}
