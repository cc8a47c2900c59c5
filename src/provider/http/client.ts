import { decode, parseObject, readBytes, rejectTruncated } from "./body";
import { ProviderError } from "./errors";
import type { Pace } from "./pace";
import { errorOfResponse } from "./refusal";

/** A complete response. It is decoded and parsed on demand: an unchanged payload costs only its hash. */
export type ProviderResponse = {
  /** Path and sorted query, without secrets; recorded in provenance. */
  endpoint: string;
  /** SHA-256 of the inflated bytes, in hex. */
  payload_hash: string;
  /** Throws `provider_payload_invalid` if the text is not a JSON object. */
  body(): Record<string, unknown>;
};

/** One `get` is one HTTP request. Retries are up to the job, which counts every attempt. */
export type Provider = {
  get(path: string, query?: Record<string, string>): Promise<ProviderResponse>;
};

/** How one call ended: `ok` or its error code. `seconds` excludes the wait for the rate limit. */
export type ProviderCall = { outcome: string; seconds: number };

export type ProviderOptions = {
  /** With the version path, for example https://api.themoviedb.org/3. */
  base_url: string;
  token: string | undefined;
  /** For the whole call: connection, headers and body. */
  timeout_ms: number;
  pace: Pace;
  /** Replaces the network, for a provider inside this process; it needs no token. */
  fetch?: (request: Request) => Promise<Response>;
  /** Called after every call, for the metrics. */
  onCall?: ((call: ProviderCall) => void) | undefined;
  /** Milliseconds since 1970, for dates in Retry-After. */
  now?: () => number;
};

/** Redirects are not followed: they could lead to hosts that nobody configured. */
const fetchOverNetwork = (request: Request): Promise<Response> =>
  fetch(request, { redirect: "manual", decompress: false });

/** Opens the provider over HTTP. Failed calls throw ProviderError, malformed paths RangeError. */
export function openProvider(options: ProviderOptions): Provider {
  return { get: (path, query = {}) => get(options, path, query) };
}

async function get(
  options: ProviderOptions,
  path: string,
  query: Record<string, string>,
): Promise<ProviderResponse> {
  if (!options.token && !options.fetch) {
    throw new ProviderError(
      "provider_unauthorized",
      "There is no token for the provider: set TMDB_API_TOKEN to an API read access token.",
    );
  }
  const endpoint = endpointOf(path, query);
  await options.pace.take();
  const start = performance.now();
  const report = (outcome: string) =>
    options.onCall?.({ outcome, seconds: (performance.now() - start) / 1_000 });
  try {
    const response = await call(options, endpoint);
    report("ok");
    return response;
  } catch (error) {
    report(error instanceof ProviderError ? error.code : "internal_error");
    throw error;
  }
}

async function call(options: ProviderOptions, endpoint: string): Promise<ProviderResponse> {
  const { response, bytes } = await exchange(options, endpoint);
  const now = (options.now ?? Date.now)();
  const error = errorOfResponse({ endpoint, response, bytes, now });
  if (error?.code === "provider_rate_limited") {
    await options.pace.pause(error.retry_after_seconds ?? 0);
  }
  if (error) throw error;
  rejectTruncated(bytes);
  return {
    endpoint,
    payload_hash: Bun.SHA256.hash(bytes, "hex"),
    body: () => parseObject(decode(bytes)),
  };
}

/** Sends one request and reads the whole response before the deadline. */
async function exchange(
  options: ProviderOptions,
  endpoint: string,
): Promise<{ response: Response; bytes: Uint8Array }> {
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), options.timeout_ms);
  try {
    const response = await (options.fetch ?? fetchOverNetwork)(
      requestOf(options, endpoint, stop.signal),
    );
    return { response, bytes: await readBytes(response) };
  } catch (error) {
    if (stop.signal.aborted) throw timedOut(options.timeout_ms);
    throw error instanceof ProviderError ? error : unreachable(error);
  } finally {
    clearTimeout(deadline);
    stop.abort();
  }
}

function requestOf(options: ProviderOptions, endpoint: string, signal: AbortSignal): Request {
  const headers: Record<string, string> = { accept: "application/json", "accept-encoding": "gzip" };
  if (options.token) headers.authorization = `Bearer ${options.token}`;
  const url = options.base_url.replace(/\/+$/, "") + endpoint;
  return new Request(url, { headers, redirect: "manual", signal });
}

const SECRET_KEYS: ReadonlySet<string> = new Set(["api_key", "session_id", "guest_session_id"]);

/** Path and sorted query. Throws for a path that could leave the base URL. */
function endpointOf(path: string, query: Record<string, string>): string {
  if (!/^(\/[a-z0-9_]+)+$/i.test(path)) throw new RangeError("not a path of the provider");
  const pairs = Object.entries(query)
    .filter(([key]) => !SECRET_KEYS.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, value]) =>
        `${key}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%2F", "/")}`,
    );
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

const timedOut = (timeout_ms: number) =>
  new ProviderError(
    "provider_unavailable",
    `The provider gave no whole answer within ${timeout_ms} ms; it is tried again later.`,
  );

/** Names only the system's error code: the text of such errors can contain the URL. */
function unreachable(error: unknown): ProviderError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const cause = /^[A-Za-z0-9_]{1,60}$/.test(code) ? ` (${code})` : "";
  return new ProviderError(
    "provider_unavailable",
    `The provider could not be reached or broke off${cause}; it is tried again later. Check TMDB_BASE_URL and the network if this stays.`,
  );
}
