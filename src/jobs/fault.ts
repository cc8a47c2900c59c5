import { isPermanent } from "~/db/failure";
import { describe } from "~/db/failure-facts";
import type { JobError } from "~/db/schema/jobs";
import { ProviderError } from "~/provider/http/errors";
import type { JobErrorCode } from "~/vocabulary";

/** What a handler's error means for its job: wait for the provider, try again later, or give up. */
export type JobFault = {
  error: JobError;
  transient: "snooze" | "retry" | "fail";
  retry_after_seconds: number | null;
};

/** Codes that another attempt may cure. */
const retryable: ReadonlySet<JobErrorCode> = new Set([
  "provider_rate_limited",
  "provider_unavailable",
  "worker_lost",
  "internal_error",
]);

/** An end that a handler knows to be final, such as `series_not_ingested`. The message goes to clients. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
  readonly code: JobErrorCode;
  constructor(code: JobErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What an error thrown by a handler means. Only messages written for clients are passed on. */
export function faultOf(error: unknown): JobFault {
  if (error instanceof ProviderError) {
    const transient = error.transient ? "snooze" : "fail";
    return fault(error.code, error.message, transient, error.retry_after_seconds);
  }
  if (error instanceof JobRefused) {
    return fault(error.code, error.message, retryable.has(error.code) ? "retry" : "fail");
  }
  return fault("internal_error", describe(error), isPermanent(error) ? "fail" : "retry");
}

/** An error of our own, worth another attempt. */
export const internalFault = (message: string): JobFault =>
  fault("internal_error", message, "retry");

const fault = (
  code: JobErrorCode,
  message: string,
  transient: JobFault["transient"],
  retry_after_seconds: number | null = null,
): JobFault => ({
  error: { code, message, retryable: transient !== "fail" },
  transient,
  retry_after_seconds,
});

/**
 * What the report of a thread's uncaught error comes down to: the error's name and the first line of
 * its message, at most 200 characters; of an error of the database the name alone.
 */
export function reasonIn(report: string): string | undefined {
  const [, name, message] = /^(?!\d+ \|)([A-Za-z_$][\w$]*): (.*)$/m.exec(report) ?? [];
  if (name === undefined) return undefined;
  const ofDatabase = /drizzle|postgres/i.test(name) || report.includes("Failed query");
  return ofDatabase ? name : `${name}: ${message}`.slice(0, 200);
}
