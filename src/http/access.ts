import type { Peers } from "./limits/client-network";

/** What a judge may look at and set; the context of any hook fits. */
export type Caller = {
  request: Request;
  server: Peers;
  set: { headers: Record<string, unknown> };
};

type Hook = (caller: Caller) => Promise<void>;

const entrances = new WeakSet<object>();

/**
 * A hook for `transform` that says who may call a route: `judge` throws for everybody else. The rules
 * of http/ know such hooks and run them before they read a body, so that strangers learn nothing about
 * what else is wrong; it judges a request once, however often it is run.
 */
export function entrance(judge: (caller: Caller) => void | Promise<void>): Hook {
  const admitted = new WeakSet<Request>();
  const hook = async (caller: Caller) => {
    if (admitted.has(caller.request)) return;
    await judge(caller);
    admitted.add(caller.request);
  };
  entrances.add(hook);
  return hook;
}

/** Those of a route's `transform` hooks that are entrances. */
export function entrancesOf(transform: unknown): Hook[] {
  const hooks = [transform ?? []].flat().map((hook) => (hook as { fn?: unknown }).fn ?? hook);
  return hooks.filter((hook): hook is Hook => entrances.has(hook as object));
}
