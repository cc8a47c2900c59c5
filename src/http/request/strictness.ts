import { Elysia } from "elysia";
import type { Head } from "~/http/answer";
import { ApiError, type Detail } from "~/http/errors";
import { synchronous, withWholeContext } from "~/http/synchronous";
import { bodyProblems } from "./closed-body";
import { validationError } from "./problems";
import {
  emptyReading,
  ignoredNames,
  prefersStrict,
  type QueryReading,
  readQuery,
  unknownProblems,
} from "./query";
import type { RouteTable } from "./route-table";

/** What is wrong with a request before its schemas are applied. */
type Findings = { malformed: boolean; details: Detail[] };

/** A request with the pattern of its route. */
export type Routed = { request: Request; route: string };

/** Whose parameters were given by another of their names: those by the names of the schema. */
type Aliases = ReadonlyMap<string, string>;

type Query = Record<string, string | undefined>;

function tellIgnored({ headers }: Head, unknown: readonly string[]): void {
  const names = ignoredNames(unknown);
  if (names.length > 0) headers["x-ignored-params"] = names.join(", ");
}

/**
 * Finds what Elysia's own validation repairs or never sees (query.ts, closed-body.ts). It looks before
 * the validation, while the body is still whole, and refuses after the route's own hooks: a caller
 * without access is refused first and learns nothing about its parameters.
 */
export class Strictness {
  readonly #findings = new WeakMap<Request, Findings>();
  readonly #aliases = new WeakMap<Request, Aliases>();
  readonly #table: () => RouteTable;

  constructor(table: () => RouteTable) {
    this.#table = table;
  }

  /** The error for the findings and for those of the schema; each field is reported once. */
  refusal({ request, route }: Routed, bySchema: readonly Detail[]): ApiError {
    const { query } = this.#table().declared(request.method, route) ?? {};
    const { malformed, details } = this.#findings.get(request) ?? { malformed: false, details: [] };
    if (malformed) return new ApiError("malformed_request");
    const reported = new Set(details.map(({ in: part, field }) => `${part} ${field}`));
    if (reported.has("body body")) return validationError(details, query);
    const isReported = ({ in: part, field }: Detail) =>
      field
        .split(".")
        .some((_, n, names) => reported.has(`${part} ${names.slice(0, n + 1).join(".")}`));
    const aliases = this.#aliases.get(request);
    const asGiven = (each: Detail): Detail =>
      each.in === "query" ? { ...each, field: aliases?.get(each.field) ?? each.field } : each;
    const others = bySchema.map(asGiven).filter((each) => !isReported(each));
    return validationError([...details, ...others], query);
  }

  /** Reads the query that begins in the URL at `start`; -1: there is none. */
  #readQuery({ request, route }: Routed, start: number, set: Head): QueryReading {
    if (start === -1) return emptyReading;
    const schema = this.#table().declared(request.method, route)?.query;
    const reading = readQuery(request.url.slice(start + 1), schema);
    if (reading.aliases.size > 0) this.#aliases.set(request, reading.aliases);
    if (reading.strict ?? prefersStrict(request)) {
      reading.problems.push(...unknownProblems(reading.unknown, schema));
    } else tellIgnored(set, reading.unknown);
    return reading;
  }

  /** The steps as hooks of every route. */
  plugin() {
    return new Elysia({ name: "strictness" })
      .onTransform(
        { as: "global" },
        synchronous(({ request, route, body, set }) => {
          const { url, method } = request;
          const start = url.indexOf("?");
          if (start === -1 && (method === "GET" || method === "HEAD")) return;
          const schemas = this.#table().declared(method, route);
          const query = this.#readQuery({ request, route }, start, set);
          const details = [...query.problems, ...bodyProblems(schemas?.body, body)];
          if (!query.malformed && details.length === 0) return;
          this.#findings.set(request, { malformed: query.malformed, details });
        }),
      )
      .onTransform(
        { as: "global" },
        withWholeContext(({ request, query }: { request: Request; query: Query }) => {
          const aliases = this.#aliases.get(request) ?? [];
          for (const [name, given] of aliases) {
            query[name] = query[given];
            delete query[given];
          }
        }),
      )
      .onBeforeHandle(
        { as: "global" },
        synchronous(({ request, route }) => {
          if (this.#findings.has(request)) throw this.refusal({ request, route }, []);
        }),
      );
  }
}
