import { openProvider, type ProviderOptions } from "~/provider/http/client";
import { ProviderError } from "~/provider/http/errors";
import { freePace } from "~/provider/http/pace";
import type { StandIn } from "../support/provider";

export const TIMEOUT_MS = 1_000;

/** The client of a stand-in, with its token, a short time limit and no pace. */
export const open = (provider: StandIn, more: Partial<ProviderOptions> = {}) =>
  openProvider({
    base_url: provider.url,
    token: provider.token,
    timeout_ms: TIMEOUT_MS,
    pace: freePace,
    ...more,
  });

/** The error of fetching the first movie: from `get` or, for an invalid body, from `body()`. */
export async function failure(
  provider: StandIn,
  more: Partial<ProviderOptions> = {},
): Promise<ProviderError> {
  try {
    (await open(provider, more).get("/movie/603")).body();
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error("the call succeeded");
}
