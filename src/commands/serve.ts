import { loadConfig } from "~/config";
import { untilStopped } from "./signals";
import { startService } from "./start";

/** `serve`: HTTP, worker threads and the trending schedule until a signal. */
export async function serve(): Promise<number> {
  const config = loadConfig(process.env);
  const service = await startService(config, { schedule: true });
  const { admin, secretKey, provider, tmdb } = config;
  if (admin.generated) console.log(`admin token for this run: ${admin.tokens[0]}`);
  if (secretKey.generated) {
    service.deps.log.warn("SERVICE_SECRET_KEY is not set: access tokens end with this process");
  }
  if (provider === "tmdb" && tmdb.token === undefined) {
    service.deps.log.warn("TMDB_API_TOKEN is not set: ingestion jobs will fail");
  }
  console.log(`media-catalog listens on ${service.url} (documentation: ${service.url}/docs)`);
  return untilStopped(service.stop);
}
