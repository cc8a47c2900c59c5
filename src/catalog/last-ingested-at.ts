import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { qualified } from "~/db/json-sql";
import { provenance } from "~/db/schema";
import { timestamp } from "~/db/sql";
import type { IngestedKind } from "~/vocabulary";

/** The columns by which an entity is known at its provider. */
type ProviderIdentity = Record<"provider" | "external_id", SQLWrapper>;

/** When the provider's own record of an entity was last fetched; null when it never was. */
export const lastIngestedAt = (kind: IngestedKind, entity: ProviderIdentity): SQL<string | null> =>
  qualified(sql<string | null>`(
  select ${timestamp(provenance.fetched_at)} from ${provenance}
  where ${eq(provenance.provider, entity.provider)} and ${eq(provenance.kind, kind)}
    and ${provenance.external_id} = ${entity.external_id}::text)`);
