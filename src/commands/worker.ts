import { loadConfig } from "~/config";
import { aborted, listenForStop } from "./signals";
import { startService } from "./start";

type Options = { health?: boolean };

/**
 * `worker`: runs jobs and the trending schedule without the API, until a signal. With `--health` it serves
 * /health and /metrics on HOST and PORT.
 */
export async function worker({ health = false }: Options = {}): Promise<number> {
  const config = loadConfig(process.env, { serves: false });
  const stopping = listenForStop();
  const service = await startService(config, { http: health ? "observation" : "none" });
  stopping.started();
  const { provider, tmdb, admin } = config;
  const { log } = service.deps;
  if (health && admin.generated) console.log(`admin token for this run: ${admin.tokens[0]}`);
  if (provider === "tmdb" && tmdb.token === undefined) {
    log.warn("TMDB_API_TOKEN is not set: ingestion jobs will fail");
  }
  console.log(
    `media-catalog works on jobs${health ? `, its health is at ${service.url}/health` : ""}`,
  );
  await aborted(stopping.signal);
  await service.stop();
  return 0;
}
