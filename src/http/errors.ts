import { type Static, Type } from "@sinclair/typebox";
import { type IdKind, idKinds } from "~/vocabulary";

type Entry = { status: number; message: string };
type Missing = { [Kind in IdKind as `${Kind}_not_found`]: { status: 404; message: string } };

const missing = Object.fromEntries(
  idKinds.map((kind) => [`${kind}_not_found`, { status: 404, message: `No such ${kind}.` }]),
) as Missing;

/** Every code a client can meet, with its status and the sentence used when no better one is given (M150). */
export const errorCodes = {
  ...missing,
  malformed_json: { status: 400, message: "The body must be one JSON value in UTF-8." },
  malformed_request: {
    status: 400,
    message: "The URL must be percent-encoded UTF-8 without the character U+0000.",
  },
  not_authenticated: {
    status: 401,
    message: "This needs an access token: Authorization: Bearer <token>.",
  },
  invalid_token: { status: 401, message: "The access token is not valid." },
  token_expired: { status: 401, message: "The access token has expired; log in again." },
  invalid_credentials: { status: 401, message: "The email or password is incorrect." },
  admin_auth_required: {
    status: 401,
    message: "This needs the operator token: Authorization: Bearer <token> or X-Admin-Token.",
  },
  admin_disabled: {
    status: 403,
    message: "Administration is disabled: the service was started without SERVICE_ADMIN_TOKEN.",
  },
  request_timeout: { status: 408, message: "The body took too long to arrive." },
  route_not_found: { status: 404, message: "There is nothing at this path." },
  method_not_allowed: { status: 405, message: "This path does not take this method." },
  email_already_registered: { status: 409, message: "An account with this email exists." },
  series_not_ingested: { status: 409, message: "Ingest the series before its seasons." },
  job_state_conflict: { status: 409, message: "The job's state does not allow this." },
  search_index_off: {
    status: 409,
    message: "There is no search index to rebuild: the service runs without MEILI_URL.",
  },
  payload_too_large: { status: 413, message: "The body is too large." },
  unsupported_media_type: {
    status: 415,
    message: "A body must be sent as application/json in UTF-8, without a content encoding.",
  },
  invalid_filter: { status: 422, message: "A filter is not valid." },
  validation_error: { status: 422, message: "The request is not valid." },
  rate_limited: { status: 429, message: "Too many requests; retry later." },
  internal_error: { status: 500, message: "Something went wrong in the service." },
  not_ready: { status: 503, message: "The service is not ready; retry in a moment." },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof errorCodes;

const Detail = Type.Object({
  in: Type.Union([
    Type.Literal("query"),
    Type.Literal("body"),
    Type.Literal("path"),
    Type.Literal("header"),
  ]),
  field: Type.String(),
  message: Type.String(),
  allowed: Type.Optional(Type.Array(Type.String())),
});
/** One thing wrong with a request: where, and what is allowed there; never the value sent (M148). */
export type Detail = Static<typeof Detail>;

/** More mistakes than anybody mends at once, and an answer that stays small whatever was sent. */
const mostDetails = 64;

/** The body of every answer that is not 2xx. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: "Stable; made for programs" }),
      message: Type.String({ description: "Made for people; may change" }),
      details: Type.Optional(
        Type.Array(Detail, {
          maxItems: mostDetails,
          description: `What is wrong, part by part: the first ${mostDetails}; the message counts all`,
        }),
      ),
      retry_after: Type.Optional(Type.Integer({ description: "Seconds; with rate_limited" })),
    }),
  },
  { $id: "Error", description: "The body of every error response" },
);
export type ErrorBody = Static<typeof ErrorBody>;

type ErrorOptions = {
  message?: string;
  /** All that is wrong; the first of them are told. */
  details?: readonly Detail[];
  headers?: Record<string, string>;
  retryAfter?: number;
};

/** A refusal with a code of the registry; thrown anywhere, answered by the error hook. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Record<string, string>;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message);
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = options.details?.slice(0, mostDetails);
    this.headers = options.headers ?? {};
    this.retryAfter = options.retryAfter;
  }
}

type StatusOf<Code extends ErrorCode> = (typeof errorCodes)[Code]["status"];

/**
 * The `response` entries of a route for the codes it can answer beyond those every route has:
 * `response: { 200: MovieDetail, ...errorResponses("movie_not_found") }`.
 */
export function errorResponses<const Codes extends readonly ErrorCode[]>(...codes: Codes) {
  const byStatus = Object.groupBy(codes, (code) => String(errorCodes[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same = []]) => [
      status,
      { ...ErrorBody, description: same.map((code) => `\`${code}\``).join(" or ") },
    ]),
  ) as { [Code in Codes[number] as StatusOf<Code>]: typeof ErrorBody };
}
