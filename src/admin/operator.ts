import { ErrorBody } from "~/http/errors";

/** The error responses that every route behind `adminGuard` has in addition to its own. */
export const operatorErrors = { 401: ErrorBody, 403: ErrorBody };

/** The OpenAPI `detail` of a route behind `adminGuard`. */
export const operatorRoute = (operationId: string, summary: string, description?: string) => ({
  operationId,
  summary,
  ...(description !== undefined && { description }),
  security: [{ operator: [] }],
});
