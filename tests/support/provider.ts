import { createServer, type Server, type ServerResponse } from "node:http";
import { type Answer, Answers, type Call, callOf, type FamilyAnswer } from "./bodies/answers";
import { asked } from "./bodies/appends";
import { errorBody } from "./bodies/broken";
import {
  end,
  type Misbehaviour,
  PLAYS,
  type Scene,
  type Sent,
  type Settings,
  type Status,
} from "./bodies/misbehaviour";

export type { Call } from "./bodies/answers";

type Failure = { how: Misbehaviour; left: number };

function listen(answer: (call: Call, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => {
    answer(callOf(request), response).catch((error: unknown) => {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      end(response, { status: 500, body: JSON.stringify({ stand_in_failed: message }) });
    });
  });
  server.listen(0, "127.0.0.1");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to listen on");
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

async function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function settingsOf(how: Misbehaviour): Settings | Status {
  if (typeof how === "number") return { status: how };
  return typeof how === "string" ? { mode: how } : how;
}

function statusAnswer(how: Status): Sent {
  const body = how.body ?? errorBody(how.status);
  const headers = how.retryAfter === undefined ? {} : { "retry-after": how.retryAfter };
  return {
    status: how.status,
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/**
 * A provider of our own for tests: TMDB v3 over real HTTP on a free port of 127.0.0.1.
 *
 *     await using provider = standIn();
 *     provider.serve("/movie/603", movieBody({ id: 603 }));
 *     provider.misbehave("/movie/603", { status: 429, retryAfter: "7" }, { times: 1 });
 *     // base URL: provider.url · token: provider.token
 *     expect(provider.calls("/movie/603")).toBe(2);
 *
 * Paths are written without `/3` and without a query. A detail answer loses every appendable part
 * that `append_to_response` did not ask for; nothing is ever added. An unknown path answers 404/34,
 * a wrong token 401/7, more than 20 appends 400/27.
 */
export class StandIn {
  /** Base URL, as the setting of the provider takes it: `http://127.0.0.1:PORT/3`. */
  readonly url: string;
  /** The only bearer token that gets an answer (see `anyToken`). */
  readonly token = "stand-in-token";
  /** When true the Authorization header is not looked at. */
  anyToken = false;
  /** Every request so far, oldest first, those refused included. */
  readonly requests: Call[] = [];
  /** The other host a `redirect` leads to, and the requests that reached it (none, if all is well). */
  readonly elsewhere: { readonly url: string; readonly requests: Call[] };
  /** Requests being answered now, and the most there were at one time. */
  inFlight = 0;
  peak = 0;

  readonly #servers: readonly Server[];
  readonly #answers = new Answers();
  readonly #failures = new Map<string, Failure[]>();
  readonly #gates = new Map<string, Promise<void>>();
  readonly #watchers = new Set<() => void>();

  constructor() {
    const other: Call[] = [];
    const front = listen((call, response) => this.#take(call, response));
    const decoy = listen(async (call, response) => {
      other.push(call);
      await this.#reply(call, response);
    });
    this.#servers = [front.server, decoy.server];
    this.url = `${front.origin}/3`;
    this.elsewhere = { url: `${decoy.origin}/3`, requests: other };
  }

  /** Registers (or replaces) what `path` answers. */
  serve(path: string, answer: Answer): this {
    this.#answers.serve(path, answer);
    return this;
  }

  /**
   * Registers what all paths of one form answer that have no answer of their own:
   * `serveAll(/^\/movie\/(?<id>\d+)$/, ({ id }) => movieBody({ id: Number(id) }))`.
   */
  serveAll(pattern: RegExp, answer: FamilyAnswer): this {
    this.#answers.serveAll(pattern, answer);
    return this;
  }

  /** Makes `path` unknown: 404 from now on, as after a deletion. */
  remove(path: string): void {
    this.#answers.remove(path);
  }

  /** Takes back `remove`; serving the path anew does so too. */
  restore(path: string): void {
    this.#answers.restore(path);
  }

  /**
   * Makes `path` (or every path, as `"*"`) go wrong: for `times` requests, else until `heal`.
   * Several limited ones are played in the order given; an unlimited one waiting is replaced.
   */
  misbehave(path: string, how: Misbehaviour, options: { times?: number } = {}): this {
    const waiting = (this.#failures.get(path) ?? []).filter((failure) => failure.left !== Infinity);
    this.#failures.set(path, [...waiting, { how, left: options.times ?? Infinity }]);
    return this;
  }

  /** Ends the misbehaviour of one path, or of all. */
  heal(path?: string): void {
    if (path === undefined) this.#failures.clear();
    else this.#failures.delete(path);
  }

  /** Lets requests for `path` arrive but not be answered until the function returned is called. */
  hold(path: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.set(path, promise);
    return () => {
      this.#gates.delete(path);
      resolve();
    };
  }

  /** How many requests reached `path`; without a path, all requests. */
  calls(path?: string): number {
    return path === undefined
      ? this.requests.length
      : this.requests.filter((call) => call.path === path).length;
  }

  /** Resolves as soon as `count` requests have reached `path`. */
  async arrived(path: string, count = 1): Promise<void> {
    while (this.calls(path) < count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#watchers.add(resolve);
      await promise;
    }
  }

  /** Cuts every connection and frees the ports. Connecting afterwards is refused. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(shut));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #take(call: Call, response: ServerResponse): Promise<void> {
    this.requests.push(call);
    this.inFlight += 1;
    this.peak = Math.max(this.peak, this.inFlight);
    response.once("close", () => {
      this.inFlight -= 1;
    });
    for (const wake of this.#watchers) wake();
    this.#watchers.clear();
    await this.#gates.get(call.path);
    if (!this.anyToken && call.headers.authorization !== `Bearer ${this.token}`) {
      return end(response, { status: 401, body: JSON.stringify(errorBody(401)) });
    }
    const how = this.#failure(call.path) ?? this.#failure("*");
    await (how === undefined ? this.#reply(call, response) : this.#fail(how, call, response));
  }

  #failure(path: string): Misbehaviour | undefined {
    const failure = this.#failures.get(path)?.find((candidate) => candidate.left > 0);
    if (failure === undefined) return undefined;
    failure.left -= 1;
    return failure.how;
  }

  async #fail(how: Misbehaviour, call: Call, response: ServerResponse): Promise<void> {
    const settings = settingsOf(how);
    if ("status" in settings) return end(response, statusAnswer(settings));
    const answer = await this.#answer(call);
    const scene: Scene = {
      response,
      settings,
      status: answer.status,
      text: answer instanceof Response ? await answer.text() : answer.body,
      elsewhere: this.elsewhere.url + call.path,
    };
    await PLAYS[settings.mode](scene);
  }

  async #reply(call: Call, response: ServerResponse): Promise<void> {
    const answer = await this.#answer(call);
    if (!(answer instanceof Response)) return end(response, answer);
    const headers = answer.headers.toJSON();
    const body = new Uint8Array(await answer.arrayBuffer());
    end(response, { status: answer.status, headers, body });
  }

  async #answer(call: Call): Promise<Response | { status: number; body: string }> {
    const appends = (call.query.append_to_response ?? "").split(",").length;
    if (appends > 20) return { status: 400, body: JSON.stringify(errorBody(400, 27)) };
    const body = await this.#answers.to(call);
    if (body === undefined) return { status: 404, body: JSON.stringify(errorBody(404)) };
    if (body instanceof Response) return body;
    if (typeof body === "string") return { status: 200, body };
    return { status: 200, body: JSON.stringify(asked(call.path, call.query, body)) };
  }
}

/** Starts a stand-in; use it as `await using provider = standIn()`. */
export function standIn(): StandIn {
  return new StandIn();
}
