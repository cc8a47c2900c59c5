/** The settings do not allow the server to start. The message names DATA_DIR or DATABASE_URL and a remedy. */
export class EmbeddedServerError extends Error {
  override name = "EmbeddedServerError";
}
