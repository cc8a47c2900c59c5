import type { JobErrorCode } from "~/vocabulary";

/** The error codes of a failed call to the provider. */
export type ProviderErrorCode = Extract<JobErrorCode, `provider_${string}`>;

/** Worth another attempt later. The other errors stay until somebody acts. */
const transientCodes: ReadonlySet<ProviderErrorCode> = new Set([
  "provider_rate_limited",
  "provider_unavailable",
]);

/**
 * A call to the provider without a usable body. `retry_after_seconds` is how long the provider or our
 * own rate limit asks to wait, or null. The message never contains the token or a full URL.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly code: ProviderErrorCode;
  readonly retry_after_seconds: number | null;
  readonly transient: boolean;

  constructor(code: ProviderErrorCode, message: string, retry_after_seconds: number | null = null) {
    super(message);
    this.code = code;
    this.retry_after_seconds = retry_after_seconds;
    this.transient = transientCodes.has(code);
  }
}
