import type { JobErrorCode } from "~/vocabulary";

/** The codes of CONTRACT M133 that a call to the provider can end with. */
export type ProviderErrorCode = Extract<JobErrorCode, `provider_${string}`>;

/** Worth another attempt later; the other codes stay as they are until somebody acts. */
const transientCodes: ReadonlySet<ProviderErrorCode> = new Set([
  "provider_rate_limited",
  "provider_unavailable",
]);

/**
 * A call to the provider that gave no usable body. `retry_after_seconds` is what the provider (or
 * its pace) asks to wait, null where nobody said. The message never holds the token nor a full URL.
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
