/**
 * The server cannot be started because of where or how it was told to: the message names DATA_DIR
 * or DATABASE_URL and what would work.
 */
export class EmbeddedServerError extends Error {
  override name = "EmbeddedServerError";
}
