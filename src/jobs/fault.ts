import { isPermanent } from "~/db/failure";
import { describe } from "~/db/failure-facts";
import type { JobError } from "~/db/schema/jobs";
import { ProviderError } from "~/provider/http/errors";
import type { JobErrorCode } from "~/vocabulary";

/** What an error means for its job: wait for the provider (snooze), retry later, or fail. */
export type JobFault = {
  error: JobError;
  action: "snooze" | "retry" | "fail";
  retry_after_seconds: number | null;
};

/** Codes that another attempt may cure. */
const retryable: ReadonlySet<JobErrorCode> = new Set([
  "provider_rate_limited",
  "provider_unavailable",
  "worker_lost",
  "internal_error",
]);

/** An error with a code of its own, such as `series_not_ingested`. Clients see the message. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
  readonly code: JobErrorCode;
  constructor(code: JobErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What an error of a handler means for its job. Clients see only messages that were written for them. */
export function faultOf(error: unknown): JobFault {
  if (error instanceof ProviderError) {
    const action = error.transient ? "snooze" : "fail";
    return fault(error.code, error.message, action, error.retry_after_seconds);
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
  action: JobFault["action"],
  retry_after_seconds: number | null = null,
): JobFault => ({
  error: { code, message, retryable: action !== "fail" },
  action,
  retry_after_seconds,
});

/**
 * A short reason from the report of a thread's uncaught error: its name and the first line of its
 * message, at most 200 characters. For an error of the database only the name, which has no data.
 */
export function reasonIn(report: string): string | undefined {
  const [, name, message] = /^(?!\d+ \|)([A-Za-z_$][\w$]*): (.*)$/m.exec(report) ?? [];
  if (name === undefined) return undefined;
  const fromDatabase = /drizzle|postgres/i.test(name) || report.includes("Failed query");
  return fromDatabase ? name : `${name}: ${message}`.slice(0, 200);
}
