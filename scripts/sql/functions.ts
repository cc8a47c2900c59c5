import type postgres from "postgres";

/** An SQL function of this project in its current version. */
export type StoredFunction = { name: string; definition: string; triggers: string[] };

/** All SQL functions by name, without those of extensions. */
export async function storedFunctions(driver: postgres.Sql): Promise<StoredFunction[]> {
  return await driver<StoredFunction[]>`
    select p.proname as name, string_agg(pg_get_functiondef(p.oid), E';\n\n' order by p.oid) as definition,
      array_to_json(array(
        select pg_get_triggerdef(t.oid) from pg_trigger t
        where t.tgfoid = any(array_agg(p.oid)) order by t.tgrelid::regclass::text, t.tgname)) as triggers
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    group by p.proname order by p.proname`;
}

/** The names of the functions that a text calls, in alphabetical order. */
export const calledIn = (text: string, functions: readonly StoredFunction[]): string[] =>
  functions.map(({ name }) => name).filter((name) => new RegExp(`\\b${name} ?\\(`).test(text));
