import type { Static } from "@sinclair/typebox";
import type { Db } from "~/db/client";
import { ApiError } from "~/http/errors";
import { createImport } from "~/imports/create";
import { readFile } from "~/imports/file";
import { ImportRefused } from "~/imports/refusal";
import { Selection } from "~/imports/selection";
import { inPieces, textOf } from "~/imports/text";
import type { ImportQuery } from "./model";

/** An import may be larger than other bodies, and take longer to arrive. */
export const uploadLimits = {
  maxBodyBytes: 8_388_608,
  ms: 60_000,
  types: ["text/plain", "application/x-ndjson", "text/csv", "application/gzip"],
} as const;

/** What may come out of a body that is gzip. */
const UNPACKED_MAX = 8 * uploadLimits.maxBodyBytes;

/** Stores an uploaded import and returns its UUID. A file that names nothing or cannot be read is 422. */
export async function importUpload(
  db: Db,
  bytes: Uint8Array,
  query: Static<typeof ImportQuery>,
): Promise<string> {
  const { kind, top, min_popularity } = query;
  const [include_adult, include_seasons, again] = [
    query.include_adult === "true",
    query.include_seasons === "true",
    query.again === "true",
  ];
  try {
    const selection = new Selection({ top, min_popularity, include_adult });
    await readFile(textOf(inPieces(bytes), UNPACKED_MAX), (line) => selection.add(line));
    const source = "upload";
    return await createImport(db, { kind, source, include_seasons, again }, selection);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    const { message } = error;
    throw new ApiError("validation_error", { message });
  }
}
