import { type AnyElysia, Elysia } from "elysia";
import type { Log } from "~/log";
import type { Caller } from "./access";
import { type AnswerCheckOptions, answerCheck } from "./answer-check";
import { cors } from "./cors";
import { errorHook } from "./error-hook";
import { identify, refuseMalformed, waitUntilOpen } from "./gate";
import { deadline } from "./limits/deadline";
import { type RateLimits, rateLimit } from "./limits/rate-limit";
import { acceptLanguage } from "./request/accept-language";
import { body } from "./request/body";
import { lazyRouteTable } from "./request/route-table";
import { Strictness } from "./request/strictness";

export type HttpOptions = {
  log: Pick<Log, "error">;
  maxBodyBytes: number;
  /** The routes of the application; called when the first request needs them. */
  routes: () => AnyElysia["routes"];
  /** Unset: requests are neither counted nor limited. */
  limits?: Omit<RateLimits, "log">;
  /** Web origins that may call the API; none by default. */
  corsOrigins?: readonly string[];
  /** How long a response may take before it is 503, and a body to arrive before it is 408. */
  deadlineMs?: number;
  /** Whether the service answers requests yet; unset: from the start. */
  isOpen?: (() => boolean) | undefined;
  /** Which answers are compared with their models; by default a small share. */
  answers?: AnswerCheckOptions;
};

/**
 * The composition of request handling, in the order in which a request passes it. An application uses
 * it first, before its routes:
 *
 * 1. `deadline` surrounds everything that follows, so that a silent database becomes 503.
 * 2. `identify` sets X-Request-Id and the security headers, which every later response carries.
 * 3. `cors` answers preflights, which browsers send without a token and often.
 * 4. `waitUntilOpen` answers 503 while the database is not ready.
 * 5. `rateLimit` counts before anything can refuse: a refused request costs its client, too.
 * 6. `refuseMalformed` refuses URLs that no route can handle. Then Elysia finds the route.
 * 7. `body` runs the route's access checks, then reads the body.
 * 8. `strictness` examines query and body before Elysia's validation repairs them, and refuses after
 *    the route's own `transform` hooks and that validation.
 * 9. `acceptLanguage` puts the client's languages in the place of `language=auto`. Then the handler of the
 *    route runs.
 *
 * `errorHook` answers whatever any of them throws. `answerCheck` compares answers with their models.
 */
export function http(options: HttpOptions) {
  const { log, maxBodyBytes, routes, limits, corsOrigins = [], deadlineMs = 5_000 } = options;
  const { isOpen = () => true, answers = {} } = options;
  const table = lazyRouteTable(routes);
  const strictness = new Strictness(table);
  const checkAccess = async (caller: Caller & { route: string }) => {
    const declared = table().declared(caller.request.method, caller.route);
    for (const check of declared?.accessChecks ?? []) await check(caller);
  };
  const isRaw = ({ method }: Request, route: string) =>
    table().declared(method, route)?.isRaw === true;
  return new Elysia({ name: "http" })
    .use(deadline({ ms: deadlineMs, log }))
    .use(identify())
    .use(cors(corsOrigins))
    .use(waitUntilOpen(isOpen))
    .use(limits === undefined ? new Elysia() : rateLimit({ ...limits, log }))
    .use(refuseMalformed())
    .use(errorHook({ log, table, strictness }))
    .use(body({ maxBodyBytes, ms: deadlineMs, checkAccess, isRaw }))
    .use(strictness.plugin())
    .use(acceptLanguage(table))
    .use(answerCheck({ ...answers, log, table }));
}
