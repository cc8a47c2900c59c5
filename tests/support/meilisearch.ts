import { routes } from "./meilisearch-routes";
import { Double, refusal } from "./meilisearch-tasks";

/**
 * A Meilisearch 1.50 that speaks enough of its protocol over HTTP, for machines that have none. What is
 * written beside each behaviour is where it comes from: `docs` is github.com/meilisearch/documentation,
 * `crates` is github.com/meilisearch/meilisearch at v1.50.0.
 */
export type MeilisearchDouble = AsyncDisposable & {
  readonly url: string;
  readonly key: string;
  /** Ends the server in the middle of what it does and starts it again on the same port. */
  restart: () => Promise<void>;
  /** An empty volume: no index, no task, and task uids from 0 again. */
  wipe: () => void;
};

/**
 * docs learn/security/basic_security and reference/errors: no key is 401 `missing_authorization_header`,
 * a wrong one 403 `invalid_api_key`; /health needs none.
 */
function authorized(request: Request, key: string): Response | undefined {
  const given = request.headers.get("authorization");
  if (given === null) return refusal(401, "missing_authorization_header", "auth");
  return given === `Bearer ${key}` ? undefined : refusal(403, "invalid_api_key", "auth");
}

async function answer(double: Double, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === "/health") return Response.json({ status: "available" });
  const refused = authorized(request, double.key);
  if (refused !== undefined) return refused;
  const route = routes.find(
    ({ method, path }) => method === request.method && path.test(url.pathname),
  );
  if (route === undefined) return refusal(404, "not_found");
  const text = await request.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  const uid = route.path.exec(url.pathname)?.[1] ?? "";
  return route.answer({ url, body, uid, double });
}

/** Starts one on a free port. `task_ms`: the time a task waits, and the time it takes. */
export function meilisearchDouble({ task_ms = 2 } = {}): MeilisearchDouble {
  const double = new Double("a-master-key-of-the-double", task_ms);
  const serve = (port: number) =>
    Bun.serve({ port, hostname: "127.0.0.1", fetch: (request) => answer(double, request) });
  let server = serve(0);
  const { port = 0 } = server;
  return {
    url: `http://127.0.0.1:${port}`,
    key: double.key,
    restart: async () => {
      double.halt();
      await server.stop(true);
      server = serve(port);
      double.start();
    },
    wipe: () => {
      double.halt();
      double.indexes = new Map();
      double.tasks = [];
      double.nextUid = 0;
    },
    [Symbol.asyncDispose]: async () => {
      double.halt();
      await server.stop(true);
    },
  };
}
