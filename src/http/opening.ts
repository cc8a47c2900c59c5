import { Elysia } from "elysia";
import { notReady } from "./error-response";
import { rawPath } from "./gate";

/**
 * Until `isOpen` says so, the process answers that it is alive, and everything else with 503: it holds
 * its address while what it answers from is still awaited.
 */
export const opening = (isOpen: () => boolean) =>
  new Elysia({ name: "opening" }).onRequest(({ request }) => {
    if (!isOpen() && rawPath(request.url) !== "/health/live") throw notReady();
  });
