/** The documentation of a route that everybody may read: its name for generated clients and its summary. */
export const publicRead = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: [],
});
