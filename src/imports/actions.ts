import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";

/** What an operator can do to what an import has not turned into jobs yet. Its jobs go on. */
const actions = {
  /** What is pending counts as skipped from now on. */
  cancel: sql`canceled_at = now(), paused_at = null, skipped = skipped + pending, pending = 0,
    finished_at = case when enqueued = 0 then now() end`,
  pause: sql`paused_at = coalesce(paused_at, now())`,
  resume: sql`paused_at = null, resumed_at = case when paused_at is null then resumed_at else now() end,
    resumed_with = case when paused_at is null then resumed_with else succeeded + failed end`,
} satisfies Record<string, SQL>;

export type ImportAction = keyof typeof actions;
export const importActions = Object.keys(actions) as ImportAction[];

/** Does it; an import of which nothing is pending stays as it is. */
export async function actOnImport(db: Db, id: string, action: ImportAction): Promise<void> {
  await db.execute(sql`
    update imports set ${actions[action]}, updated_at = now()
    where id = ${id} and pending > 0`);
}
