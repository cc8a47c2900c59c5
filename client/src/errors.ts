import type { components } from "./document.js";

/** The body of every error of the service. */
export type ErrorBody = components["schemas"]["Error"];

/** Thrown where there is no answer to return: by `pages` and `changes`. */
export class CatalogError extends Error {
  override readonly name: string = "CatalogError";
  /** What the service said: `code` for programs, `message` for people, and perhaps `details`. */
  readonly error: ErrorBody["error"];
  /** The HTTP status. */
  readonly status: number;

  constructor(body: unknown, status: number) {
    const error = isError(body) ? body.error : { code: "unknown", message: `HTTP ${status}` };
    super(error.message);
    this.error = error;
    this.status = status;
  }
}

/** The cursor of a change feed is too old or of another catalog: read everything anew, from `restart`. */
export class CursorExpired extends CatalogError {
  override readonly name = "CursorExpired";

  /** The cursor to begin again from. */
  get restart(): string {
    return this.error.restart ?? "0";
  }
}

/**
 * Whether a value is an error of the service, with this code if one is given: the `error` of a call, or what
 * `pages` and `changes` throw.
 */
export function isError<Code extends string = string>(
  value: unknown,
  code?: Code,
): value is { error: ErrorBody["error"] & { code: Code } } {
  if (typeof value !== "object" || value === null || !("error" in value)) return false;
  const { error } = value;
  if (typeof error !== "object" || error === null || !("code" in error)) return false;
  return typeof error.code === "string" && (code === undefined || error.code === code);
}
