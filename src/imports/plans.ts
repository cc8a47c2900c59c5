import { type SQL, sql } from "drizzle-orm";

/**
 * Makes the statements of a transaction look rows up by key: plans are made while the tables are small, and of a
 * million entries ten thousand are looked at.
 */
export const byKey: SQL = sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`;
