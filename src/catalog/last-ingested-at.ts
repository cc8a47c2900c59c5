import { and, eq, type SQL, sql } from "drizzle-orm";
import { subquery } from "~/db/json-sql";
import { provenance, titles } from "~/db/schema";
import { timestamp } from "~/db/sql";
import type { TitleKind } from "~/vocabulary";

/** When the title in `titles` was last fetched from its provider; null when it never was (M3). */
export const lastIngestedAt = (kind: TitleKind): SQL<string | null> =>
  sql<string | null>`${subquery
    .select({ at: timestamp(provenance.fetched_at) })
    .from(provenance)
    .where(
      and(
        eq(provenance.provider, titles.provider),
        eq(provenance.kind, kind),
        eq(provenance.external_id, sql`${titles.external_id}::text`),
      ),
    )}`;
