/** The documentation of a route without authentication: its name in generated clients and its summary. */
export const publicRead = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: [],
});
