import type { TSchema } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import { accessChecksOf } from "~/http/access";
import { hasRawBody } from "./raw-body";

type Declared = {
  query: TSchema | undefined;
  body: TSchema | undefined;
  /** The model of its response with status 200. */
  answer: TSchema | undefined;
  /** The hooks that decide who may call the route; none where everybody may. */
  accessChecks: ReturnType<typeof accessChecksOf>;
  /** Whether its body is taken as bytes. */
  isRaw: boolean;
};
type Entry = { pattern: RegExp; methods: Map<string, Declared> };

/** The routes of an application: which methods a path takes, and what a route declares. */
export type RouteTable = {
  /** The methods of all routes that match a raw path; empty when none does. */
  methodsOf(path: string): string[];
  /** What a matched route declares, by its own pattern (`/movies/:id`). */
  declared(method: string, route: string): Declared | undefined;
};

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replace(/:[^/]+/g, "[^/]+")
      .replace(/\*$/, ".*")}$`,
  );

const schema = (declared: unknown): TSchema | undefined =>
  typeof declared === "object" && declared !== null ? (declared as TSchema) : undefined;

/** Reads the table of an application that has all its routes. */
function routeTable(routes: AnyElysia["routes"]): RouteTable {
  const entries = new Map<string, Entry>();
  for (const { method, path, hooks } of routes) {
    const entry = entries.get(path) ?? { pattern: patternOf(path), methods: new Map() };
    entries.set(path, entry);
    entry.methods.set(method, {
      query: schema(hooks?.query),
      body: schema(hooks?.body),
      answer: schema(hooks?.response?.[200]),
      accessChecks: accessChecksOf(hooks?.transform),
      isRaw: hasRawBody(hooks?.parse),
    });
  }
  return {
    methodsOf: (path) => {
      const matching = [...entries.values()].filter(({ pattern }) => pattern.test(path));
      const methods = new Set(matching.flatMap(({ methods }) => [...methods.keys()]));
      if (methods.has("GET")) methods.add("HEAD");
      return [...methods].sort();
    },
    declared: (method, route) => {
      const methods = entries.get(route)?.methods;
      return methods?.get(method) ?? (method === "HEAD" ? methods?.get("GET") : undefined);
    },
  };
}

/** The table of an application's routes, read on first use: by then it has all of them. */
export function lazyRouteTable(routes: () => AnyElysia["routes"]): () => RouteTable {
  let table: RouteTable | undefined;
  return () => {
    table ??= routeTable(routes());
    return table;
  };
}
