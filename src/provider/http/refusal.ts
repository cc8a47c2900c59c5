import { ProviderError } from "./errors";
import { retryAfterSeconds } from "./retry-after";

/** The provider's own number for "too many requests", wherever it stands (PROVIDER.md section 2). */
const RATE_LIMIT_CODE = 25;
/** Real error bodies have about 100 characters. */
const ERROR_LENGTH = 2000;

/**
 * What an answer other than a plain 200 means, as an error with a code of CONTRACT M133; undefined
 * for a 200. `now` is milliseconds since 1970.
 */
export function refusalOf(answer: {
  endpoint: string;
  response: Response;
  text: string;
  now: number;
}): ProviderError | undefined {
  const { status, headers } = answer.response;
  if (status === 429 || statusCodeOf(answer.text) === RATE_LIMIT_CODE) {
    const seconds = retryAfterSeconds(headers.get("retry-after"), answer.now);
    return new ProviderError(
      "provider_rate_limited",
      `The provider asks for fewer calls; the next one may start in ${seconds} s.`,
      seconds,
    );
  }
  return status === 200 ? undefined : errorOf(status, answer.endpoint.split("?")[0] ?? "");
}

function errorOf(status: number, path: string): ProviderError {
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

/** `status_code` of an error body; undefined for anything else. */
function statusCodeOf(text: string): unknown {
  if (text.length > ERROR_LENGTH || !text.includes('"status_code"')) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "status_code" in body
      ? body.status_code
      : undefined;
  } catch {
    return undefined;
  }
}
