import { ApiError, type ErrorCode } from "~/http/errors";

/** The record a query returned; one that is not there is refused with `code` (404). */
export function found<T>(record: T | null | undefined, code: ErrorCode): T {
  if (record === undefined || record === null) throw new ApiError(code);
  return record;
}
