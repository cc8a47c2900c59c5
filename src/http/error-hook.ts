import type { TSchema } from "@sinclair/typebox";
import type { ValueError } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import { Elysia, NotFoundError, ParseError, ValidationError } from "elysia";
import { isUnavailable } from "~/db/failure";
import { failureFacts } from "~/db/failure-facts";
import type { Log } from "~/log";
import { AnswerMismatch } from "./answer-check";
import { ApiError, type Detail, errorResponse, notReady } from "./errors";
import { rawPath } from "./gate";
import { detailsOf } from "./request/problems";
import type { RouteTable } from "./request/route-table";
import type { Routed, Strictness } from "./request/strictness";

/** The parts of a request by their names in Elysia's validation errors. */
const parts: Record<string, Detail["in"]> = {
  body: "body",
  query: "query",
  params: "path",
  headers: "header",
};

/** More than a body can have when its lists have a permitted length. */
const maxErrors = 4_000;

/** The errors of the schema itself: Elysia's `all` ends at 64, and the message counts all. */
function errorsOf({ validator, value }: ValidationError): ValueError[] {
  const errors =
    "Errors" in validator ? validator.Errors(value) : Value.Errors(validator as TSchema, value);
  return Iterator.from<ValueError>(errors).take(maxErrors).toArray();
}

function noRoute(table: RouteTable, path: string): ApiError {
  const methods = table.methodsOf(path);
  if (methods.length === 0) return new ApiError("route_not_found");
  const allow = methods.join(", ");
  return new ApiError("method_not_allowed", {
    message: `This path takes ${allow}.`,
    headers: { allow },
  });
}

/** What a log says of an error. Of a response that breaks its schema only the fields, not the values. */
function factsOf(error: unknown): object {
  if (error instanceof AnswerMismatch) return { name: error.name, fields: error.fields };
  if (!(error instanceof ValidationError)) return failureFacts(error);
  return { name: "ResponseMismatch", fields: detailsOf(errorsOf(error), "body") };
}

function apiErrorByClass(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ParseError && error.cause instanceof ApiError) return error.cause;
  if (isUnavailable(error)) return notReady();
  return new ApiError(error instanceof ParseError ? "malformed_json" : "internal_error");
}

const refusals = new WeakMap<Request, ApiError>();

/** The error that a request was answered with; undefined if it was not, or not by {@link errorHook}. */
export const refusalOf = (request: Request): ApiError | undefined => refusals.get(request);

type ErrorHookOptions = {
  log: Pick<Log, "error">;
  table: () => RouteTable;
  strictness: Strictness;
};

/**
 * Answers every error in the one envelope and logs those that are the service's own fault. Errors are
 * told apart by class, because `code` can be the database's.
 */
export function errorHook({ log, table, strictness }: ErrorHookOptions) {
  /** A request that breaks its schema is the client's fault, a response that does is ours. */
  const invalid = (error: ValidationError, routed: Routed): ApiError => {
    const part = parts[error.type];
    if (part === undefined) return new ApiError("internal_error");
    return strictness.refusal(routed, detailsOf(errorsOf(error), part));
  };
  const apiErrorOf = (error: unknown, routed: Routed): ApiError => {
    if (error instanceof ValidationError) return invalid(error, routed);
    if (error instanceof NotFoundError) return noRoute(table(), rawPath(routed.request.url));
    return apiErrorByClass(error);
  };
  return new Elysia({ name: "error-hook" }).onError(
    { as: "global" },
    ({ error, request, route, set }) => {
      const apiError = apiErrorOf(error, { request, route });
      // An ApiError thrown by our own code is no failure, and a login storm must not flood the log.
      if (apiError.status >= 500 && error !== apiError) {
        const request_id = set.headers["x-request-id"];
        const facts = { request_id, method: request.method, route, error: factsOf(error) };
        log.error(facts, "request failed");
      }
      refusals.set(request, apiError);
      // An error is no representation of the record that the path named.
      delete set.headers["content-location"];
      set.status = apiError.status;
      return errorResponse(apiError);
    },
  );
}
