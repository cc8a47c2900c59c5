import type { Config } from "~/config";
import { openProvider } from "~/provider/http/client";
import { ProviderError } from "~/provider/http/errors";
import { freePace } from "~/provider/http/pace";
import { type Finding, fine, problem } from "./finding";

/** Checks with one call whether the provider accepts the token. */
export async function providerFinding({
  provider,
  tmdb,
  providerTimeoutMs,
}: Config): Promise<Finding> {
  if (provider === "fixture") return fine("provider", "the fixture of the demo; needs no token");
  const { baseUrl, token } = tmdb;
  if (token === undefined) {
    const remedy = "set TMDB_API_TOKEN to an API read access token of themoviedb.org";
    return problem("provider", `there is no token, so ingestion jobs will fail: ${remedy}`);
  }
  const options = { base_url: baseUrl, token, timeout_ms: providerTimeoutMs, pace: freePace };
  try {
    await openProvider(options).get("/configuration");
    return fine("provider", "it accepts TMDB_API_TOKEN");
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return problem("provider", error.message);
  }
}

const TIMEOUT_MS = 3_000;

/** Checks whether Meilisearch answers and accepts the key. */
export async function meilisearchFinding({ meili, searchBackend }: Config): Promise<Finding> {
  if (meili === undefined) return fine("meilisearch", "not used (MEILI_URL is unset)");
  const meanwhile =
    searchBackend === "meilisearch" ? "; meanwhile PostgreSQL answers searches" : "";
  const headers = meili.key === undefined ? {} : { authorization: `Bearer ${meili.key}` };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { ok, status } = await fetch(`${meili.url}/indexes?limit=1`, { headers, signal });
    if (ok) return fine("meilisearch", "it answers and accepts the key");
    const refused = status === 401 || status === 403;
    const remedy = refused ? "set MEILI_KEY to a key for all actions" : "check MEILI_URL";
    return problem("meilisearch", `it answered with status ${status}: ${remedy}${meanwhile}`);
  } catch {
    return problem("meilisearch", `it does not answer: check MEILI_URL${meanwhile}`);
  }
}
