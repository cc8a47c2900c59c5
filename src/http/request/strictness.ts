import { Elysia } from "elysia";
import { ApiError, type Detail } from "~/http/errors";
import { synchronous } from "~/http/synchronous";
import { bodyProblems } from "./closed-body";
import { validationError } from "./problems";
import { type QueryReading, readQuery } from "./query";
import type { RouteTable } from "./route-table";

/** What is wrong with a request before its schemas are applied. */
type Findings = { malformed: boolean; details: Detail[] };

/** A request with the pattern of its route. */
export type Routed = { request: Request; route: string };

const emptyQuery: QueryReading = { ignored: [], problems: [], malformed: false };

/**
 * Finds what Elysia's own validation repairs or never sees (query.ts, closed-body.ts). It looks before
 * the validation, while the body is still whole, and refuses after the route's own hooks: a caller
 * without access is refused first and learns nothing about its parameters.
 */
export class Strictness {
  readonly #findings = new WeakMap<Request, Findings>();
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
    const others = bySchema.filter((each) => !isReported(each));
    return validationError([...details, ...others], query);
  }

  /** Both steps as hooks of every route. */
  plugin() {
    return new Elysia({ name: "strictness" })
      .onTransform(
        { as: "global" },
        synchronous(({ request, route, body, set }) => {
          const { url, method } = request;
          const start = url.indexOf("?");
          if (start === -1 && (method === "GET" || method === "HEAD")) return;
          const schemas = this.#table().declared(method, route);
          const query = start === -1 ? emptyQuery : readQuery(url.slice(start + 1), schemas?.query);
          if (query.ignored.length > 0) set.headers["x-ignored-params"] = query.ignored.join(", ");
          const details = [...query.problems, ...bodyProblems(schemas?.body, body)];
          if (!query.malformed && details.length === 0) return;
          this.#findings.set(request, { malformed: query.malformed, details });
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
