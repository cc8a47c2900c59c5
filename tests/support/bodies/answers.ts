import type { IncomingMessage } from "node:http";
import type { Body } from "./misbehaviour";

/** One request as the stand-in saw it. `path` has no `/3` in front; `at` is in milliseconds. */
export type Call = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
};

type Given = Body | Response | undefined;

/** A body, or a function called per request; a `Response` leaves as it is, `undefined` means 404. */
export type Answer = Body | ((call: Call) => Given | Promise<Given>);

/** What every path of one form answers; `groups` are the named groups of its pattern. */
export type FamilyAnswer = (
  groups: Readonly<Record<string, string>>,
  call: Call,
) => Given | Promise<Given>;

/** What a request asks for. */
export function callOf(request: IncomingMessage): Call {
  const url = new URL(request.url ?? "/", "http://stand.in");
  const headers = Object.entries(request.headers).map(([key, value]) => [key, String(value)]);
  return {
    method: request.method ?? "GET",
    path: url.pathname.replace(/^\/3(?=\/)/, ""),
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(headers),
    at: performance.timeOrigin + performance.now(),
  };
}

/** What is answered where: single paths first, then families, the newest first; never what is gone. */
export class Answers {
  readonly #single = new Map<string, Answer>();
  readonly #families: (readonly [RegExp, FamilyAnswer])[] = [];
  readonly #gone = new Set<string>();

  serve(path: string, answer: Answer): void {
    this.#single.set(path, answer);
    this.#gone.delete(path);
  }

  serveAll(pattern: RegExp, answer: FamilyAnswer): void {
    this.#families.unshift([pattern, answer]);
  }

  remove(path: string): void {
    this.#gone.add(path);
  }

  restore(path: string): void {
    this.#gone.delete(path);
  }

  /** Undefined: unknown or gone. */
  async to(call: Call): Promise<Given> {
    if (this.#gone.has(call.path)) return undefined;
    const answer = this.#single.get(call.path);
    if (answer !== undefined) return typeof answer === "function" ? answer(call) : answer;
    for (const [pattern, family] of this.#families) {
      const match = pattern.exec(call.path);
      if (match !== null) return family(match.groups ?? {}, call);
    }
    return undefined;
  }
}
