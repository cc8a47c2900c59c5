import type { IdKind } from "~/vocabulary";

/** The n-th UUID of a test, and the public id made of it. */
export const uuid = (n: number) => `01990000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
export const publicId = (kind: IdKind, n: number) => `${kind}_${uuid(n).replaceAll("-", "")}`;

/** A genre of the migrations, which give each genre its id. */
export const genre = (n: number, name: string) => ({
  id: `genre_0198000000007000800000000000${n.toString(16).padStart(4, "0")}`,
  name,
});

/** When every record of a test was stored. */
export const moment = "2026-11-20T06:00:04.120Z";
export const stamps = { created_at: moment, updated_at: moment };

/** Ids of `kind` that name nothing: malformed, of another kind, or unknown. */
export const unknownIds = (kind: IdKind) => [
  "42",
  uuid(1),
  publicId(kind, 1).toUpperCase(),
  publicId(kind === "movie" ? "series" : "movie", 1),
  publicId(kind, 0xffff),
];

/** The response for an id that names nothing. */
export const notFound = (kind: IdKind) => ({
  status: 404,
  body: { error: { code: `${kind}_not_found`, message: `No such ${kind}.` } },
});
