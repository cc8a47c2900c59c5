import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import type { RefreshTier } from "~/vocabulary";
import { forgetCalls } from "./budget";
import type { Step } from "./planner";

/** Seconds from one fetch of a record to the next, by its tier; `rest` is the maximum age of all. */
export type Intervals = Readonly<Record<RefreshTier, number>>;

/** Records that are judged again in one pass after a change of the intervals. */
const BATCH = 2_000;

/** Stores the intervals where triggers find them. A change has all records judged again. */
export const storeIntervals = (db: Db, { airing, current, popular, rest }: Intervals) =>
  db.execute(sql`
    update refresh_rules set airing_seconds = wanted.airing, current_seconds = wanted.current,
      popular_seconds = wanted.popular, max_age_seconds = wanted.rest, judged_kind = 'movie', judged_external_id = ''
    from (values (${airing}::float8, ${current}::float8, ${popular}::float8, ${rest}::float8))
      wanted(airing, current, popular, rest)
    where (airing_seconds, current_seconds, popular_seconds, max_age_seconds)
      is distinct from (wanted.airing, wanted.current, wanted.popular, wanted.rest)`);

/** Follows a change of the intervals, some records at a time. */
export const judgeAll: Step = {
  name: "new intervals",
  isDue: sql`select judged_kind is not null from refresh_rules where "only"`,
  act: (tx) => tx.execute(sql`select judge_next(${BATCH})`),
};

/** Ranks the titles by popularity once a minute, and forgets old calls. */
export const rankPopular: Step = {
  name: "popular titles",
  isDue: sql`select ranked_at is null or ranked_at < now() - interval '1 minute' from refresh_rules where "only"`,
  act: async (tx) => {
    await tx.execute(sql`select rank_popular()`);
    await forgetCalls(tx);
  },
};
