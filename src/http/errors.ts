import { type Static, Type } from "@sinclair/typebox";
import { type IdKind, idKinds } from "~/vocabulary";

type Entry = { status: number; message: string };
type Missing = { [Kind in IdKind as `${Kind}_not_found`]: { status: 404; message: string } };

const missing = Object.fromEntries(
  idKinds.map((kind) => [`${kind}_not_found`, { status: 404, message: `No such ${kind}.` }]),
) as Missing;

/** Every error code of the API, with its status and its usual message. */
export const errorCodes = {
  ...missing,
  external_id_not_found: { status: 404, message: "No record carries this id." },
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
  ambiguous_external_id: {
    status: 409,
    message: "Several records carry this id: use one of their public ids.",
  },
  email_already_registered: { status: 409, message: "An account with this email exists." },
  series_not_ingested: { status: 409, message: "Ingest the series before its seasons." },
  job_state_conflict: { status: 409, message: "The job's state does not allow this." },
  not_removed: {
    status: 409,
    message: "Only a record that the provider no longer has, one with removed_at, can be deleted.",
  },
  search_index_off: {
    status: 409,
    message: "There is no search index to rebuild: the service runs without MEILI_URL.",
  },
  cursor_expired: {
    status: 410,
    message: "The changes since this cursor are no longer known: read everything anew, from 0.",
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
  in: Type.Union(
    [Type.Literal("query"), Type.Literal("body"), Type.Literal("path"), Type.Literal("header")],
    { description: "The part of the request" },
  ),
  field: Type.String({
    description: "The name of the parameter, or the path of the field: `items.0.kind`",
    examples: ["page"],
  }),
  message: Type.String({
    description: "Completes a sentence that starts with the field",
    examples: ["must be an integer of at least 1"],
  }),
  allowed: Type.Optional(
    Type.Array(Type.String(), { description: "The values or names that are accepted, if few" }),
  ),
});
/** One problem of a request: its place and what is accepted there, but never the value that was sent. */
export type Detail = Static<typeof Detail>;

/** Keeps the response small, whatever the client sends. */
const maxDetails = 64;

/** The body of every response with a status of 400 or more. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String({
          description: "Stable; made for programs",
          examples: ["validation_error"],
        }),
        message: Type.String({
          description: "Made for people; may change",
          examples: ["The request is not valid."],
        }),
        details: Type.Optional(
          Type.Array(Detail, {
            maxItems: maxDetails,
            description: `The problems one by one; at most ${maxDetails}, while the message counts all`,
          }),
        ),
        retry_after: Type.Optional(
          Type.Integer({
            description: "Seconds to wait; only with `rate_limited`",
            examples: [12],
          }),
        ),
        restart: Type.Optional(
          Type.String({
            description: "The cursor to go on from; only with `cursor_expired`",
            examples: ["0"],
          }),
        ),
      },
      { description: "What is wrong" },
    ),
  },
  { $id: "Error", description: "The body of every error response" },
);
export type ErrorBody = Static<typeof ErrorBody>;

type ErrorOptions = {
  message?: string;
  /** All problems; the response lists the first of them. */
  details?: readonly Detail[];
  headers?: Record<string, string>;
  retryAfter?: number;
  /** Where a client of the change feed has to begin again. */
  restart?: string;
};

/** An error with a code of {@link errorCodes}. Throw it anywhere; the error hook of http() answers it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Record<string, string>;
  readonly retryAfter: number | undefined;
  readonly restart: string | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message);
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = options.details?.slice(0, maxDetails);
    this.headers = options.headers ?? {};
    this.retryAfter = options.retryAfter;
    this.restart = options.restart;
  }
}

/** The response for an error, in the one envelope that all errors share. */
export function errorResponse(error: ApiError): Response {
  const { code, message, details, retryAfter, restart } = error;
  const content: ErrorBody = {
    error: {
      code,
      message,
      ...(details === undefined ? {} : { details: [...details] }),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
      ...(restart === undefined ? {} : { restart }),
    },
  };
  return Response.json(content, {
    status: error.status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...error.headers },
  });
}

/** For a request that the service cannot answer now, but soon. */
export const notReady = (): ApiError =>
  new ApiError("not_ready", { headers: { "retry-after": "3" } });

type StatusOf<Code extends ErrorCode> = (typeof errorCodes)[Code]["status"];

/**
 * The `response` entries of a route for its own error codes, besides those of every route:
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
