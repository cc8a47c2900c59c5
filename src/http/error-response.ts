import { ApiError, type ErrorBody } from "./errors";

/** A refusal as the answer a client gets: the one envelope of all errors (M148). */
export function errorResponse(error: ApiError): Response {
  const { code, message, details, retryAfter } = error;
  const content: ErrorBody = {
    error: {
      code,
      message,
      ...(details === undefined ? {} : { details: [...details] }),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    },
  };
  return Response.json(content, {
    status: error.status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...error.headers },
  });
}

/** What is asked for cannot be answered now, but soon. */
export const notReady = (): ApiError =>
  new ApiError("not_ready", { headers: { "retry-after": "3" } });
