import { STATUS_CODES } from "node:http";
import { type ErrorBody, type ErrorCode, errorCodes } from "~/http/errors";
import type { Json } from "./schema";

/** What an operation takes and asks for, from which its common refusals follow. */
export type OperationTraits = {
  query: boolean;
  body: boolean;
  /** Any method but GET: a body that comes along is judged, also where none is asked for. */
  writes: boolean;
  admin: boolean;
  account: boolean;
  /** Counted against a limit: everything under /api. */
  limited: boolean;
};

const header = (description: string, type = "string") => ({ description, schema: { type } });

/** Headers that many answers share. */
export const sharedHeaders: Record<string, Json> = {
  "RateLimit-Limit": header("Requests allowed in the window", "integer"),
  "RateLimit-Remaining": header("Requests left in the window", "integer"),
  "RateLimit-Reset": header("Seconds until the window ends", "integer"),
  "Retry-After": header("Seconds to wait before another try", "integer"),
  "WWW-Authenticate": header("The scheme to use: Bearer"),
  Location: header("Where to ask for the state"),
  ETag: header("Send it back in If-None-Match: what has not changed is answered with 304"),
  "Cache-Control": header("How long the answer may be used; never past midnight UTC"),
};

/** References to shared headers, for an answer that carries them. */
export const headers = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const limitHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

const headersByStatus: Record<number, string[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", ...limitHeaders],
  503: ["Retry-After"],
};

const isCode = (word: string): word is ErrorCode => Object.hasOwn(errorCodes, word);

/** The codes a description names in backticks. */
export const codesIn = (description: string): ErrorCode[] =>
  [...description.matchAll(/`([a-z_]+)`/g)].map(([, word = ""]) => word).filter(isCode);

const pascal = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const details: Partial<Record<ErrorCode, ErrorBody["error"]["details"]>> = {
  validation_error: [{ in: "query", field: "page", message: "must be an integer of at least 1" }],
  invalid_filter: [
    {
      in: "query",
      field: "sort_by",
      message: "must be one of popularity, name",
      allowed: ["popularity", "name"],
    },
  ],
};

function example(code: ErrorCode): ErrorBody {
  const error: ErrorBody["error"] = { code, message: errorCodes[code].message };
  const detail = details[code];
  if (detail !== undefined) error.details = detail;
  if (code === "rate_limited") error.retry_after = 12;
  return { error };
}

const errorSchema = { $ref: "#/components/schemas/Error" };

/** The refusals of a document; each set of codes is told once, under components. */
export class Refusals {
  readonly #components = new Map<string, Json>();

  get components(): Json {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A reference to the answer that refuses with one of these codes, which share a status. */
  of(...codes: ErrorCode[]): Json {
    const [first] = codes;
    const name = codes.map(pascal).join("Or");
    if (!this.#components.has(name)) {
      const status = first === undefined ? 0 : errorCodes[first].status;
      const told = headersByStatus[status];
      const examples = Object.fromEntries(codes.map((code) => [code, { value: example(code) }]));
      this.#components.set(name, {
        description: codes.map((code) => `\`${code}\``).join(" or "),
        ...(told === undefined ? {} : { headers: headers(...told) }),
        content: { "application/json": { schema: errorSchema, examples } },
      });
    }
    return { $ref: `#/components/responses/${name}` };
  }

  /** The answer for everything no status of its own tells: an error of the service. */
  other(): Json {
    this.#components.set("OtherError", {
      description: "Any other error, in the same envelope",
      content: { "application/json": { schema: errorSchema, example: example("internal_error") } },
    });
    return { $ref: "#/components/responses/OtherError" };
  }

  /** What a route declares for a status of 400 and more; undefined when it names no code. */
  declared(description: unknown): Json | undefined {
    const codes = typeof description === "string" ? codesIn(description) : [];
    return codes.length > 0 ? this.of(...codes) : undefined;
  }

  /** The answer for a status of which nothing is known but that it has the envelope. */
  bare(status: string): Json {
    const description = STATUS_CODES[status] ?? "Refused";
    return { description, content: { "application/json": { schema: errorSchema } } };
  }

  /** The refusals that come from the rules of http/ and not from the route. */
  common({ query, body, writes, admin, account, limited }: OperationTraits): Json {
    const malformed = writes
      ? this.of("malformed_json", "malformed_request")
      : this.of("malformed_request");
    return {
      ...(query || writes ? { 400: malformed } : {}),
      ...(query || body ? { 422: this.of("validation_error") } : {}),
      ...(admin ? { 401: this.of("admin_auth_required"), 403: this.of("admin_disabled") } : {}),
      ...(account ? { 401: this.of("not_authenticated", "invalid_token", "token_expired") } : {}),
      ...(writes
        ? {
            408: this.of("request_timeout"),
            413: this.of("payload_too_large"),
            415: this.of("unsupported_media_type"),
          }
        : {}),
      ...(limited ? { 429: this.of("rate_limited") } : {}),
      503: this.of("not_ready"),
      default: this.other(),
    };
  }
}
