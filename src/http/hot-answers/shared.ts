import type { Head } from "~/http/answer";
import { ApiError } from "~/http/errors";
import type { AnyHotAnswers, Flight } from "./hot-answers";
import { targetOf } from "./target";

/** The computations by the requests that lead them. */
const leading = new WeakMap<Request, Flight>();

/** The computation that a request leads; undefined when it computes for nobody else. */
export const flightOf = (request: Request): Flight | undefined => leading.get(request);

/** Says which record a request names that its path names otherwise: a change of that record concerns its answer. */
export const nameRecord = (request: Request, id: string): void => {
  flightOf(request)?.ids.push(id);
};

/** The same of a request that learns only with its answer which records it shows; {@link nameRecord} says it then. */
export const nameAnyRecord = (request: Request): void => {
  const flight = flightOf(request);
  if (flight !== undefined) flight.isOpen = true;
};

/**
 * The response to a valid public read from what is kept, or from the computation of an equal request,
 * whose refusal it throws. Undefined when the request has to compute its answer itself; it may then lead
 * others.
 */
export async function sharedResponse(
  hot: AnyHotAnswers,
  request: Request,
  set: Head,
): Promise<Response | undefined> {
  const target = targetOf(request);
  const isCurrent = hot.changes.isCurrent() || (await hot.changes.becomesCurrent());
  if (target === undefined || !isCurrent) {
    hot.counts.misses += 1;
    return undefined;
  }
  const kept = hot.find(target);
  if (kept !== undefined) return hot.respond(kept, target, request, set);
  const flight = hot.flight(target);
  if (flight !== undefined) {
    hot.counts.shared += 1;
    const outcome = await flight.outcome.promise;
    if (outcome instanceof ApiError) throw outcome;
    return outcome?.respond(request, set);
  }
  hot.counts.misses += 1;
  leading.set(request, hot.begin(target));
  return undefined;
}
