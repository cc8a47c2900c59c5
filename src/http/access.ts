import type { Peers } from "./limits/client-network";

/** What an access check may read and set; the context of any Elysia hook fits. */
export type Caller = {
  request: Request;
  server: Peers;
  set: { headers: Record<string, unknown> };
};

type Hook = (caller: Caller) => Promise<void>;

const accessChecks = new WeakSet<object>();

/**
 * A `transform` hook that decides who may call a route: `check` throws for everybody else. http() runs
 * these hooks before it reads a body, so that a caller without access learns nothing about the rest of
 * the request. A request is checked once, however often the hook runs.
 */
export function accessCheck(check: (caller: Caller) => void | Promise<void>): Hook {
  const passed = new WeakSet<Request>();
  const hook = async ({ request, server, set }: Caller) => {
    if (passed.has(request)) return;
    await check({ request, server, set });
    passed.add(request);
  };
  accessChecks.add(hook);
  return hook;
}

/** The access checks among the `transform` hooks of a route. */
export function accessChecksOf(transform: unknown): Hook[] {
  const hooks = [transform ?? []].flat().map((hook) => (hook as { fn?: unknown }).fn ?? hook);
  return hooks.filter((hook): hook is Hook => accessChecks.has(hook as object));
}
