import { loadConfig } from "~/config";
import { aborted, listenForStop } from "./signals";
import { startService } from "./start";

/** `worker` is false for `--no-worker`. */
type Options = { worker?: boolean };

/** `serve`: HTTP and, without `--no-worker`, worker threads and the trending schedule, until a signal. */
export async function serve({ worker: work = true }: Options = {}): Promise<number> {
  const config = loadConfig(process.env);
  const stopping = listenForStop();
  const service = await startService(config, { work });
  stopping.started();
  const { admin, warnings, provider, tmdb } = config;
  const { log } = service.deps;
  if (admin.generated) console.log(`admin token for this run: ${admin.tokens[0]}`);
  for (const warning of warnings) log.warn(warning);
  if (work && provider === "tmdb" && tmdb.token === undefined) {
    log.warn("TMDB_API_TOKEN is not set: ingestion jobs will fail");
  }
  console.log(`media-catalog listens on ${service.url} (documentation: ${service.url}/docs)`);
  await aborted(stopping.signal);
  await service.stop();
  return 0;
}
