/** What happens to a request at the gate; `open` lets it through. */
export type Trouble = "open" | "hang" | "slow" | "error" | "page" | "garbage" | "busy" | "stranger";

/** Looks at a request on its way; an answer of its own keeps it from Meilisearch. */
export type Watch = (request: Request) => Promise<Response | Request | undefined>;

export type MeilisearchGate = AsyncDisposable & {
  readonly url: string;
  /** What every request meets from now on; those that hang are let go. */
  meets: (trouble: Trouble) => void;
  /** Connections are refused until `open`. */
  close: () => Promise<void>;
  open: () => void;
  watch: (watch: Watch | undefined) => void;
  /** The requests seen so far, as `POST /indexes/x/search`. */
  readonly seen: string[];
};

/**
 * A gate in front of a Meilisearch, real or double, that makes it fail in the ways that networks,
 * proxies and the server itself do: so the same tests run against both.
 */
export function meilisearchGate(server: string): MeilisearchGate {
  let trouble: Trouble = "open";
  let watch: Watch | undefined;
  let release = Promise.withResolvers<void>();
  const seen: string[] = [];

  const answer = async (request: Request): Promise<Response> => {
    seen.push(`${request.method} ${new URL(request.url).pathname}`);
    if (trouble === "hang") await release.promise;
    if (trouble === "slow") await Bun.sleep(5_000);
    const met = troubles[trouble];
    if (met !== undefined) return met();
    const watched = (await watch?.(request)) ?? request;
    if (watched instanceof Response) return watched;
    return pass(watched, server, trouble === "stranger").catch(
      () => new Response(null, { status: 502 }),
    );
  };
  const serve = (port: number) =>
    Bun.serve({ port, hostname: "127.0.0.1", idleTimeout: 60, fetch: answer });
  let gate = serve(0);
  const { port = 0 } = gate;
  const meets = (next: Trouble) => {
    trouble = next;
    release.resolve();
    release = Promise.withResolvers<void>();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    meets,
    close: () => gate.stop(true),
    open: () => {
      gate = serve(port);
    },
    watch: (next) => {
      watch = next;
    },
    [Symbol.asyncDispose]: async () => {
      meets("open");
      await gate.stop(true);
    },
  };
}

const troubles: Partial<Record<Trouble, () => Response>> = {
  error: () => Response.json({ message: "internal" }, { status: 500 }),
  page: () =>
    new Response("<!doctype html><title>It works</title>", {
      headers: { "content-type": "text/html" },
    }),
  garbage: () => Response.json({ hits: [{ id: 7, _rankingScore: "high" }], results: "none" }),
  // known_limitations.mdx: more than 1000 searches waiting are refused so.
  busy: () =>
    Response.json(
      { code: "too_many_search_requests" },
      { status: 503, headers: { "retry-after": "10" } },
    ),
};

async function pass(request: Request, server: string, stranger: boolean): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("host");
  if (stranger) headers.set("authorization", "Bearer not-the-key-of-this-server");
  const body = request.method === "GET" ? undefined : await request.text();
  const answered = await fetch(`${server}${pathname}${search}`, {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
  });
  return new Response(await answered.text(), {
    status: answered.status,
    headers: { "content-type": answered.headers.get("content-type") ?? "application/json" },
  });
}
