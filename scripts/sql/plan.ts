import type postgres from "postgres";
import { connect, type DatabaseAddress } from "~/db/client";
import { only } from "~/db/sql";
import { type InnerPlan, innerPlan } from "./inner-plan";
import { laidOut } from "./layout";
import type { Statement } from "./recording";

/** A statement with its plan; without one if there is nothing to plan. */
export type Explained = {
  text: string;
  /** `$1 integer = '64'`, one for each. */
  parameters: string[];
  plan?: { lines: string[]; isGeneric: boolean; inner: InnerPlan[] };
};

/** After so many executions PostgreSQL may switch a prepared statement to one plan for all values. */
const CUSTOM_PLANS = 5;

/** No parallel workers and no JIT: plans must not depend on the machine. */
const connection = { max_parallel_workers_per_gather: 0, jit: false };

const literal = (value: unknown) => {
  if (value === null || value === undefined) return "null";
  const text = typeof value === "boolean" ? String(value).slice(0, 1) : String(value);
  return `'${text.replaceAll("'", "''")}'`;
};
const list = (items: readonly string[]) => (items.length === 0 ? "" : ` (${items.join(", ")})`);

/** A connection that returns the plans of statements. */
export function openPlanner(address: DatabaseAddress) {
  const inner: InnerPlan[] = [];
  const onnotice = (notice: postgres.Notice) => {
    const plan = innerPlan(notice);
    if (plan !== undefined) inner.push(plan);
  };
  const driver = connect(address, { max: 1, fetch_types: false, connection, onnotice });
  return { explain: (statement: Statement) => explained(driver, inner, statement), driver };
}

/**
 * Prepares a statement and executes it until its plan is the one that a busy service uses: one for all
 * values, or a new one each time because the values matter. The formatted text is prepared, which proves that
 * formatting does not change the SQL.
 */
async function explained(
  driver: postgres.Sql,
  inner: InnerPlan[],
  statement: Statement,
): Promise<Explained> {
  const isPlanned = /^\s*(select|with|values|insert|update|delete)\b/.test(statement.text);
  if (!isPlanned) return { text: statement.text.trim(), parameters: [] };
  const text = laidOut(statement.text);
  const values = statement.parameters.map(literal);
  await driver.unsafe(`prepare examined${list(await typeNames(driver, statement))} as ${text}`);
  let lines: string[] = [];
  for (let times = 0; times <= CUSTOM_PLANS; times += 1) {
    const rows = await driver.unsafe(`explain (costs off) execute examined${list(values)}`);
    lines = rows.map((row) => String(row["QUERY PLAN"]));
  }
  inner.length = 0;
  if (lines.some((line) => line.includes("Function Scan on"))) {
    await tellingAll(driver, `execute examined${list(values)}`);
  }
  const { types, isGeneric } = only(
    await driver<{ types: string[]; isGeneric: boolean }[]>`
      select array_to_json(parameter_types) as types, generic_plans > 0 as "isGeneric"
      from pg_prepared_statements where name = 'examined'`,
  );
  await driver.unsafe("deallocate examined");
  const parameters = values.map((value, place) => `$${place + 1} ${types[place]} = ${value}`);
  const plan = { lines: await withNames(driver, lines), isGeneric, inner: [...inner] };
  return { text, parameters, plan };
}

/** Executes a statement; the plans of statements inside functions arrive as notices. */
async function tellingAll(driver: postgres.Sql, statement: string): Promise<void> {
  await driver.unsafe(`
    load 'auto_explain'; set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice;
    set auto_explain.log_min_duration = 0; ${statement}; set auto_explain.log_min_duration = -1`);
}

/** The names of the parameters' types. */
async function typeNames(driver: postgres.Sql, { types }: Statement): Promise<string[]> {
  const rows = await driver.unsafe<{ name: string }[]>(
    `select case oid when 0 then 'unknown' else format_type(oid, null) end as name
     from unnest('{${types.join()}}'::oid[]) with ordinality t(oid, place) order by place`,
  );
  return rows.map(({ name }) => name);
}

/** Replaces the oid of a table in a plan, which differs between databases, by its name. */
async function withNames(driver: postgres.Sql, lines: string[]): Promise<string[]> {
  const tables = await driver<{ oid: string; name: string }[]>`
    select oid::text, oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace`;
  const names = new Map(tables.map(({ oid, name }) => [oid, name]));
  return lines.map((line) =>
    line.replaceAll(/'(\d+)'::oid/g, (whole, oid: string) => {
      const name = names.get(oid);
      return name === undefined ? whole : `'${name}'::regclass`;
    }),
  );
}
