import { Elysia } from "elysia";
import { refusalOf } from "~/http/error-hook";
import { notReady } from "~/http/errors";
import { prefersStrict } from "~/http/request/query";
import { synchronous } from "~/http/synchronous";
import type { AnyHotAnswers } from "./hot-answers";
import { flightOf } from "./shared";
import { targetOf } from "./target";

/**
 * Answers at once what is kept, after everything that may refuse a request. Use it after the hooks of
 * http/ and after those that measure requests.
 */
export const hotAnswersFirst = (hot: AnyHotAnswers) =>
  new Elysia({ name: "hot-answers" })
    .onRequest(
      synchronous((context) => {
        const { request, set } = context;
        const target = targetOf(request);
        // What is kept may have ignored a parameter; the checks that follow know.
        const kept = target === undefined || prefersStrict(request) ? undefined : hot.find(target);
        if (target === undefined || kept === undefined || !hot.changes.isCurrent()) return;
        (context as { route?: string }).route = kept.route;
        const response = hot.respond(kept, target, request, set);
        return response;
      }),
    )
    .wrap((handle) => (request: Request) => {
      const handled: unknown = handle(request);
      if (!(handled instanceof Promise)) return handled;
      return handled.finally(() => {
        const flight = flightOf(request);
        // Without a refusal either the flight has landed, or the time of the request was over.
        if (flight !== undefined) hot.end(flight, refusalOf(request) ?? notReady());
      });
    });
