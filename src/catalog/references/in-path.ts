import { type SQL, sql } from "drizzle-orm";
import { Elysia } from "elysia";
import { mostCandidates } from "~/bounds";
import type { Db } from "~/db/client";
import { fixedStatement } from "~/db/fixed-statement";
import { parameter } from "~/db/prepared-statement";
import { publicIdText } from "~/db/sql";
import { ApiError } from "~/http/errors";
import { rawPath } from "~/http/gate";
import { nameRecord } from "~/http/hot-answers/shared";
import { type ExternalReference, fitsKind, readExternalReference } from "~/http/request/reference";
import { type ReferenceKind, referenceKinds, removableKinds } from "~/vocabulary";

/** The segment before the id of a record in every path: it says which kind the id is of. */
const segments: Record<ReferenceKind, string> = {
  movie: "movies",
  series: "series",
  season: "seasons",
  episode: "episodes",
  person: "people",
  collection: "collections",
  company: "companies",
  keyword: "keywords",
};

const PLACE = ":id";
const KIND_PLACE = ":kind";

/**
 * Where a record is named in the pattern of a route (`/movies/:id/credits`), and of which kind it is: what the
 * segment before it says, or a parameter of the path in its place (`/:kind/:id`).
 */
function placeIn(route: string, params: Params): { at: number; kind: ReferenceKind } | undefined {
  const parts = route.split("/");
  const at = parts.indexOf(PLACE);
  const before = parts[at - 1];
  const kind = referenceKinds.find((each) =>
    before === KIND_PLACE ? params.kind === each : segments[each] === before,
  );
  return kind === undefined ? undefined : { at, kind };
}

type Params = { id?: string; kind?: string };

/** The records of a kind that carry an id: live ones by id, then those that were removed last. */
const carriersOf = (kind: ReferenceKind) =>
  fixedStatement<"source" | "value">(() => {
    const isRemovable = removableKinds.some((each) => each === kind);
    const table = sql.identifier(segments[kind]);
    const [join, removed_at]: [SQL, SQL] = isRemovable
      ? [sql`join ${table} record on record.id = ref.entity_id`, sql`record.removed_at`]
      : [sql``, sql`null::timestamptz`];
    return sql`
      select ref.entity_id as id, ${removed_at} is null as is_live from external_refs ref ${join}
      where ref.source = ${parameter("source")}::external_source and ref.value = ${parameter("value")}
        and ref.kind = ${sql.raw(`'${kind}'`)}
      order by ${removed_at} desc, ref.entity_id limit ${sql.raw(String(mostCandidates))}`;
  });

const carriers = Object.fromEntries(
  referenceKinds.map((kind) => [kind, carriersOf(kind)]),
) as Record<ReferenceKind, ReturnType<typeof carriersOf>>;

/**
 * The public id of the record of a kind that carries an id of another database, a live one before those that were
 * removed. Throws `{kind}_not_found` when none does, and `ambiguous_external_id` when several live ones do.
 */
export async function findByReference(
  db: Db,
  kind: ReferenceKind,
  reference: ExternalReference,
): Promise<string> {
  const rows = await db.execute<{ id: string; is_live: boolean }>(carriers[kind](reference));
  const [first] = rows;
  if (first === undefined) throw new ApiError(`${kind}_not_found`);
  const live = rows.filter(({ is_live }) => is_live);
  if (live.length < 2) return publicIdText(kind, first.id);
  const allowed = live.map(({ id }) => publicIdText(kind, id));
  const message = "is an id that several records carry";
  throw new ApiError("ambiguous_external_id", {
    details: [{ in: "path", field: "id", message, allowed }],
  });
}

/** The path of a request with the public id in the place of the reference. */
const locationOf = ({ url }: Request, at: number, id: string): string =>
  rawPath(url).split("/").with(at, id).join("/");

/**
 * Takes a reference (`imdb:tt0133093`) in every path that has the id of a record, and hands the handler the public
 * id instead, after everything that may refuse the request without a query. Malformed references are left to
 * `pathId`. Applies to the routes that follow in the same instance; use it after `catalogCaching`, so that what
 * is found belongs to the computation that equal requests share.
 */
export const pathReferences = ({ db }: { db: Db }) =>
  new Elysia().onBeforeHandle({ as: "scoped" }, async ({ request, params, route, set }) => {
    const given = params as Params | undefined;
    const text = given?.id;
    if (given === undefined || text?.includes(":") !== true) return;
    const place = placeIn(route, given);
    const reference = readExternalReference(text);
    if (place === undefined || reference === undefined || !fitsKind(reference, place.kind)) return;
    const id = await findByReference(db, place.kind, reference);
    given.id = id;
    nameRecord(request, id);
    set.headers["content-location"] = locationOf(request, place.at, id);
  });
