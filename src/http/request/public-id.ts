import { Type } from "@sinclair/typebox";
import { ApiError, type ErrorCode } from "~/http/errors";
import { genres, type IdKind } from "~/vocabulary";
import type { FieldOptions } from "./fields";

const digits = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** An id for examples. Genres alone have the same ids in every installation; this is Science Fiction. */
export const exampleId = (kind: IdKind): string =>
  kind === "genre"
    ? `genre_${genres[15].id.replaceAll("-", "")}`
    : `${kind}_0198c7d2f3a97c3e8f5b2d1a4c6e7f80`;

const documentation = (kind: IdKind) => ({
  pattern: `^${kind}_[0-9a-f]{32}$`,
  examples: [exampleId(kind)],
});

/** A public id in a response: the kind, an underscore and 32 lower-case hex digits. */
export const PublicId = (kind: IdKind, options: { description?: string } = {}) =>
  Type.String({ description: `Id of the ${kind}`, ...options, documented: documentation(kind) });

/** A public id in a query or a body; any other spelling is refused with 422. */
export const IdInput = (kind: IdKind, options: FieldOptions = {}) =>
  Type.String({
    ...options,
    ...documentation(kind),
    expected: `a ${kind} id: ${kind}_ and 32 lower-case hex digits`,
  });

/** A public id in a path. Only documented here: `pathId` answers a malformed one with 404. */
export const IdPath = (kind: IdKind) =>
  Type.String({ description: `Id of the ${kind}`, documented: documentation(kind) });

/** The UUID, with hyphens, of a public id; undefined for another spelling or kind. */
export function uuidOf(kind: IdKind, text: string): string | undefined {
  if (text.length !== kind.length + 33 || !text.startsWith(`${kind}_`)) return undefined;
  const groups = digits.exec(text.slice(kind.length + 1));
  return groups === null ? undefined : groups.slice(1).join("-");
}

/** The UUID of an id in a path; a malformed id is answered like one that does not exist. */
export function pathId(kind: IdKind, text: string): string {
  const uuid = uuidOf(kind, text);
  if (uuid === undefined) throw new ApiError(`${kind}_not_found`);
  return uuid;
}

/** The record that a query returned; when there is none, a refusal with `code` (404). */
export function orNotFound<T>(record: T | null | undefined, code: ErrorCode): T {
  if (record === undefined || record === null) throw new ApiError(code);
  return record;
}
