import { Type } from "@sinclair/typebox";
import { ApiError, type ErrorCode } from "~/http/errors";
import { genres, type IdKind } from "~/vocabulary";

const digits = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Only genres have the same ids on every install; this one is Science Fiction. */
const exampleOf = (kind: IdKind): string =>
  kind === "genre"
    ? `genre_${genres[15].id.replaceAll("-", "")}`
    : `${kind}_0198c7d2f3a97c3e8f5b2d1a4c6e7f80`;

const documentation = (kind: IdKind) => ({
  pattern: `^${kind}_[0-9a-f]{32}$`,
  examples: [exampleOf(kind)],
});

/** A public id in a response: the kind, an underscore and the 32 lower-case hex digits (M15). */
export const PublicId = (kind: IdKind, options: { description?: string } = {}) =>
  Type.String({ description: `Id of the ${kind}`, ...options, documented: documentation(kind) });

/** A public id in a query or a body: anything but the canonical spelling is refused with 422 (M17). */
export const IdInput = (kind: IdKind, options: { description?: string } = {}) =>
  Type.String({
    ...options,
    ...documentation(kind),
    expected: `a ${kind} id: ${kind}_ and 32 lower-case hex digits`,
  });

/** A public id in a path: documented here, judged by `pathId`, because a malformed one is 404 (M17). */
export const IdPath = (kind: IdKind) =>
  Type.String({ description: `Id of the ${kind}`, documented: documentation(kind) });

/** The UUID, with hyphens, that a public id names; undefined for every other spelling or kind. */
export function uuidOf(kind: IdKind, text: string): string | undefined {
  if (text.length !== kind.length + 33 || !text.startsWith(`${kind}_`)) return undefined;
  const groups = digits.exec(text.slice(kind.length + 1));
  return groups === null ? undefined : groups.slice(1).join("-");
}

/** The UUID of a path's id; an id that cannot exist is refused as one that does not exist (M17). */
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
