import { ingestDemo } from "../support/demo";
import { type TestService, testService } from "../support/service";

export type Site = TestService;

/** Unlike in other tests: the pages stay within the limits that the service has by default. */
const limits = {
  RATE_LIMIT_AUTH: "",
  RATE_LIMIT_PUBLIC: "",
  RATE_LIMIT_SEARCH: "",
  RATE_LIMIT_ADMIN: "",
  RATE_LIMIT_LOGIN_FAILURES: "",
};

/** The whole service over a database with these movies of the demo; no worker runs. */
export async function openSite(
  movies: readonly number[],
  settings: Record<string, string> = {},
): Promise<Site> {
  const service = await testService({ settings: { ...limits, ...settings } });
  const requests = movies.map((id) => ({ kind: "movie" as const, external_id: String(id) }));
  if (requests.length > 0) await ingestDemo(service.db, requests);
  return service;
}
