import { STATUS_CODES } from "node:http";
import { type ErrorBody, type ErrorCode, errorCodes } from "~/http/errors";
import { exampleId } from "~/http/request/public-id";
import type { Json } from "./schema";

/** The properties of an operation from which its common errors follow. */
export type OperationTraits = {
  query: boolean;
  body: boolean;
  /** Any method but GET: a body is examined even where the operation takes none. */
  writes: boolean;
  admin: boolean;
  account: boolean;
  /** Counted by the rate limiter. */
  limited: boolean;
  /** Names a record in its path, by its id or by a reference. */
  referenced: boolean;
};

const header = (description: string, type = "string") => ({ description, schema: { type } });

/** Headers that many responses share. */
export const sharedHeaders: Record<string, Json> = {
  "RateLimit-Limit": header("Requests allowed in the window", "integer"),
  "RateLimit-Remaining": header("Requests left in the window", "integer"),
  "RateLimit-Reset": header("Seconds until the window ends", "integer"),
  "Retry-After": header("Seconds to wait before the next attempt", "integer"),
  "WWW-Authenticate": header("The scheme to use: Bearer"),
  Location: header("Where to read the state of the job"),
  ETag: header("Send it in If-None-Match: the response is 304 while the entity is unchanged"),
  "Content-Location": header("The same path with the public id, if the request had a reference"),
  Age: header("Seconds for which the response was kept; absent when it was not", "integer"),
  "Cache-Control": header("How long the response may be reused; never past midnight UTC"),
};

/** References to shared headers. */
export const headers = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const limitHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

const headersByStatus: Record<number, string[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", ...limitHeaders],
  503: ["Retry-After"],
};

const isCode = (word: string): word is ErrorCode => Object.hasOwn(errorCodes, word);

/** The error codes that a description names in backticks. */
const codesIn = (description: string): ErrorCode[] =>
  [...description.matchAll(/`([a-z_]+)`/g)].map(([, word = ""]) => word).filter(isCode);

const pascal = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const details: Partial<Record<ErrorCode, ErrorBody["error"]["details"]>> = {
  ambiguous_external_id: [
    {
      in: "path",
      field: "id",
      message: "is an id that several records carry",
      allowed: [exampleId("movie"), `${exampleId("movie").slice(0, -1)}1`],
    },
  ],
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
  if (code === "cursor_expired") error.restart = "0";
  return { error };
}

const errorSchema = { $ref: "#/components/schemas/Error" };

/** The error responses of a document. Each set of codes is one component. */
export class ErrorResponses {
  readonly #components = new Map<string, Json>();

  get components(): Json {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A reference to the response with one of these codes, which share a status. */
  of(...codes: ErrorCode[]): Json {
    const [first] = codes;
    const name = codes.map(pascal).join("Or");
    if (!this.#components.has(name)) {
      const status = first === undefined ? 0 : errorCodes[first].status;
      const names = headersByStatus[status];
      const examples = Object.fromEntries(codes.map((code) => [code, { value: example(code) }]));
      this.#components.set(name, {
        description: codes.map((code) => `\`${code}\``).join(" or "),
        ...(names === undefined ? {} : { headers: headers(...names) }),
        content: { "application/json": { schema: errorSchema, examples } },
      });
    }
    return { $ref: `#/components/responses/${name}` };
  }

  /** The response for every other error. */
  other(): Json {
    this.#components.set("OtherError", {
      description: "Any other error, in the same envelope",
      content: { "application/json": { schema: errorSchema, example: example("internal_error") } },
    });
    return { $ref: "#/components/responses/OtherError" };
  }

  /** The response that a route declares by its description; undefined when that names no code. */
  declared(description: unknown): Json | undefined {
    const codes = typeof description === "string" ? codesIn(description) : [];
    return codes.length > 0 ? this.of(...codes) : undefined;
  }

  /** The response for a status without known codes. */
  bare(status: string): Json {
    const description = STATUS_CODES[status] ?? "Error";
    return { description, content: { "application/json": { schema: errorSchema } } };
  }

  /** The error responses that come from http() and not from the route. */
  common(traits: OperationTraits): Json {
    const { query, body, writes, admin, account, limited, referenced } = traits;
    const malformed = writes
      ? this.of("malformed_json", "malformed_request")
      : this.of("malformed_request");
    return {
      ...(query || writes ? { 400: malformed } : {}),
      ...(query || body ? { 422: this.of("validation_error") } : {}),
      ...(admin ? { 401: this.of("admin_auth_required"), 403: this.of("admin_disabled") } : {}),
      ...(account ? { 401: this.of("not_authenticated", "invalid_token", "token_expired") } : {}),
      ...(referenced ? { 409: this.of("ambiguous_external_id") } : {}),
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
