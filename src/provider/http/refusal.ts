import { decode } from "./body";
import { ProviderError } from "./errors";

/** The provider's own number for "too many requests". Some responses have it without status 429. */
const RATE_LIMIT_CODE = 25;
/** Seconds to wait after a 429 without a usable Retry-After, and at most. */
const RETRY_AFTER_DEFAULT = 10;
export const RETRY_AFTER_MAXIMUM = 3_600;
/** Longer bodies are not parsed for an error; real error bodies have about 100 bytes. */
const ERROR_BYTES = 2000;

/**
 * The error that a response other than 200 means; undefined for a 200. `now` is milliseconds since
 * 1970.
 */
export function errorOfResponse(call: {
  endpoint: string;
  response: Response;
  bytes: Uint8Array;
  now: number;
}): ProviderError | undefined {
  const { status, headers } = call.response;
  if (status === 429 || statusCodeOf(call.bytes) === RATE_LIMIT_CODE) {
    const seconds = retryAfterSeconds(headers.get("retry-after"), call.now);
    return new ProviderError(
      "provider_rate_limited",
      `The provider asks for fewer calls; the next one may start in ${seconds} s.`,
      seconds,
    );
  }
  return status === 200 ? undefined : errorOfStatus(status, call.endpoint.split("?")[0] ?? "");
}

function errorOfStatus(status: number, path: string): ProviderError {
  if (status === 404) {
    return new ProviderError(
      "provider_not_found",
      `The provider has nothing at ${path} (404). Check the external id.`,
    );
  }
  if (status === 401 || status === 403) {
    return new ProviderError(
      "provider_unauthorized",
      `The provider refused the token (${status}). Set TMDB_API_TOKEN to a valid API read access token.`,
    );
  }
  if (status >= 500 || status === 408 || (status >= 300 && status < 400)) {
    return new ProviderError("provider_unavailable", unavailableText(status));
  }
  return new ProviderError(
    "provider_payload_invalid",
    `The provider answered ${path} with ${status} instead of a body. Check the external id and TMDB_BASE_URL.`,
  );
}

const unavailableText = (status: number) =>
  status < 400
    ? `The provider redirects to another address (${status}), which is not followed. Check TMDB_BASE_URL.`
    : `The provider failed (${status}); it is tried again later.`;

/** The `status_code` of an error body; undefined for other bodies. */
function statusCodeOf(bytes: Uint8Array): unknown {
  if (bytes.length > ERROR_BYTES) return undefined;
  const text = decode(bytes);
  if (!text.includes('"status_code"')) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "status_code" in body
      ? body.status_code
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How long a 429 asks to wait, from seconds or an HTTP date: at most one hour. 10 s for anything else,
 * also for 0, a date in the past or a missing header, because the limit was exceeded nevertheless.
 */
export function retryAfterSeconds(header: string | null, now: number): number {
  const text = header?.trim() ?? "";
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAXIMUM) : RETRY_AFTER_DEFAULT;
}

/** Date.parse accepts almost any text ("-5" is the year 2001), so the format is checked first. */
function secondsUntil(date: string, now: number): number {
  if (!/^[A-Z][a-z]{2,8}, [\w: -]+ GMT$/.test(date)) return 0;
  return Math.ceil((Date.parse(date) - now) / 1000) || 0;
}
