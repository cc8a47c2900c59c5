import type { TSchema } from "@sinclair/typebox";
import type { ValueError } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import { type AnyElysia, Elysia, NotFoundError, ParseError, ValidationError } from "elysia";
import { isUnavailable } from "~/db/failure";
import { failureFacts } from "~/db/failure-facts";
import type { Caller } from "./access";
import { cors } from "./cors";
import { errorResponse, notReady } from "./error-response";
import { ApiError, type Detail } from "./errors";
import { bounds, gate, rawPath } from "./gate";
import { deadline } from "./limits/deadline";
import { type RateLimits, rateLimit } from "./limits/rate-limit";
import { opening } from "./opening";
import { body } from "./request/body";
import { details } from "./request/problems";
import type { RouteTable } from "./request/route-table";
import { lazyTable, Strictness } from "./request/strictness";

/** Where failures are told; pino fits. */
export type FailureLog = { error(facts: object, message: string): void };

/** What the rules of http/ need to know. */
export type HttpOptions = {
  log: FailureLog;
  maxBodyBytes: number;
  /** The routes of the application this is used in, asked for once the first request needs them. */
  routes: () => AnyElysia["routes"];
  /** Absent: requests are neither counted nor limited. */
  limits?: Omit<RateLimits, "log">;
  /** Web origins that may call the API; none unless given. */
  corsOrigins?: readonly string[];
  /** How long an answer may take before it is 503, and a body to arrive before it is 408. */
  deadlineMs?: number;
  /** Whether requests are answered yet; absent: from the start. */
  isOpen?: (() => boolean) | undefined;
};

const places: Record<string, Detail["in"]> = {
  body: "body",
  query: "query",
  params: "path",
  headers: "header",
};

/** More than a body can have whose lists are no longer than they may be; counting on would only cost. */
const mostFindings = 4_000;

/** The schema's own findings; Elysia's `all` ends at 64, so that nobody could count the others. */
function errorsOf({ validator, value }: ValidationError): ValueError[] {
  const found =
    "Errors" in validator ? validator.Errors(value) : Value.Errors(validator as TSchema, value);
  return Iterator.from<ValueError>(found).take(mostFindings).toArray();
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

/** A request that breaks its schema is the client's fault, a response that does is ours. */
function invalid(error: ValidationError, refuse: (found: Detail[]) => ApiError): ApiError {
  const place = places[error.type];
  if (place === undefined) return new ApiError("internal_error");
  return refuse(details(errorsOf(error), place));
}

/** The refusal a client gets for any other error; judged by class: `code` can be the database's own. */
function refusalOf(error: unknown, noRoute: () => ApiError): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ParseError && error.cause instanceof ApiError) return error.cause;
  if (error instanceof NotFoundError) return noRoute();
  if (isUnavailable(error)) return notReady();
  return new ApiError(error instanceof ParseError ? "malformed_json" : "internal_error");
}

/** A response that breaks its own schema: the places, not the values. */
const factsOf = (error: unknown): object =>
  error instanceof ValidationError
    ? { name: "ResponseMismatch", fields: details(errorsOf(error), "body") }
    : failureFacts(error);

/**
 * How this service speaks HTTP: one envelope for every refusal (M148 to M150), X-Request-Id and the
 * security headers on every answer, JSON bodies only, strict query strings, limits of time, size and
 * number. Used first in an application, before its routes.
 */
export function http(options: HttpOptions) {
  const { log, maxBodyBytes, routes, limits, corsOrigins = [], deadlineMs = 5_000 } = options;
  const { isOpen } = options;
  const table = lazyTable(routes);
  const checkAccess = async (caller: Caller & { route: string }) => {
    const declared = table().declared(caller.request.method, caller.route);
    for (const enter of declared?.entrances ?? []) await enter(caller);
  };
  const strictness = new Strictness(table);
  return new Elysia({ name: "http" })
    .use(deadline({ ms: deadlineMs, log }))
    .use(gate())
    .use(cors(corsOrigins))
    .use(isOpen === undefined ? new Elysia() : opening(isOpen))
    .use(limits === undefined ? new Elysia() : rateLimit({ ...limits, log }))
    .use(bounds())
    .onError({ as: "global" }, ({ error, request, route, set }) => {
      const refused =
        error instanceof ValidationError
          ? invalid(error, (found) => strictness.refusal(request, found))
          : refusalOf(error, () => noRoute(table(), rawPath(request.url)));
      // A refusal made on purpose is no failure, and a storm of logins must not flood the log.
      if (refused.status >= 500 && error !== refused) {
        const request_id = set.headers["x-request-id"];
        const facts = { request_id, method: request.method, route, error: factsOf(error) };
        log.error(facts, "request failed");
      }
      set.status = refused.status;
      return errorResponse(refused);
    })
    .use(body({ maxBodyBytes, ms: deadlineMs, checkAccess }))
    .use(strictness.plugin());
}
