import type { JobError } from "~/db/schema/jobs";
import { ProviderError } from "~/provider/errors";
import type { JobErrorCode } from "~/vocabulary";

/** What a handler's error means for its job: wait for the provider, try again later, or give up. */
export type JobFault = {
  error: JobError;
  transient: "snooze" | "retry" | "fail";
  retry_after_seconds: number | null;
};

/** Codes that another attempt may cure (M133). */
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

/** What an error thrown by a handler means. Only messages written for clients are passed on (P23). */
export function faultOf(error: unknown): JobFault {
  if (error instanceof ProviderError) {
    const transient = error.transient ? "snooze" : "fail";
    return fault(error.code, error.message, transient, error.retry_after_seconds);
  }
  if (error instanceof JobRefused) {
    return fault(error.code, error.message, retryable.has(error.code) ? "retry" : "fail");
  }
  return fault("internal_error", describe(error), "retry");
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
  error: { code, message, retryable: retryable.has(code) },
  transient,
  retry_after_seconds,
});

/**
 * What may be said of any error: never its own message, which can hold SQL, its parameters or an
 * address. Errors of the database are known by their SQLSTATE, wherever they are wrapped.
 */
export function describe(error: unknown): string {
  const chain = causes(error);
  for (const { code, constraint_name } of chain) {
    if (typeof code !== "string") continue;
    const constraint = typeof constraint_name === "string" ? `, constraint ${constraint_name}` : "";
    if (/^(?=.*\d)[0-9A-Z]{5}$/.test(code))
      return `The database refused (SQLSTATE ${code}${constraint}).`;
    if (/^[A-Z][A-Z_]{2,40}$/.test(code)) return `A connection failed (${code}).`;
  }
  const name = chain.at(-1)?.name;
  return `Internal error (${typeof name === "string" ? name : typeof error}); the log has its place.`;
}

type ErrorLike = { name?: unknown; code?: unknown; constraint_name?: unknown; cause?: unknown };

/** The error, its cause, the cause of that, … */
function causes(error: unknown): ErrorLike[] {
  const chain: ErrorLike[] = [];
  let current = error;
  while (typeof current === "object" && current !== null && chain.length < 10) {
    chain.push(current);
    current = "cause" in current ? current.cause : undefined;
  }
  return chain;
}

/** The lines of a stack that name places in the code, without the message above them. */
export const places = (error: unknown): string[] =>
  error instanceof Error ? placesIn(error.stack ?? "") : [];

export const placesIn = (stack: string): string[] =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12);

/**
 * What the report of a thread's uncaught error comes down to: the error's name and the first line of
 * its message, at most 200 characters; of an error of the database the name alone (P23).
 */
export function reasonIn(report: string): string | undefined {
  const [, name, message] = /^(?!\d+ \|)([A-Za-z_$][\w$]*): (.*)$/m.exec(report) ?? [];
  if (name === undefined) return undefined;
  const ofDatabase = /drizzle|postgres/i.test(name) || report.includes("Failed query");
  return ofDatabase ? name : `${name}: ${message}`.slice(0, 200);
}
