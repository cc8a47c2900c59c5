import { adminToken, type Serving } from "../service/program";
import { movieBody } from "../support/bodies/movie";
import type { StandIn } from "../support/provider";

export const TITLES = 300;
const WORDS = ["Lantern", "Harbour", "Copper", "Orchard", "Signal", "Velvet", "Winter"];

/** A name that says which it is, so that an answer about another one is seen. */
const titleOf = (id: number) => `${WORDS[id % WORDS.length]} Number ${id}`;
const some = (): number => 1 + Math.floor(Math.random() * TITLES);

/** Lets the stand-in answer for every title, each time with another rating, so that it is written. */
export function serveTitles(provider: StandIn): void {
  for (let id = 1; id <= TITLES; id += 1) {
    const answer = () => movieBody({ id, title: titleOf(id), vote_count: 100 + some() });
    provider.serve(`/movie/${id}`, answer);
  }
}

export type Told = {
  /** By what was asked and how it ended: `search 200`. */
  counts: Map<string, number>;
  /** What must never be: another answer than the right one, or a failure outside the named windows. */
  wrong: string[];
};

const operator = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };

type Json = Record<string, unknown>;
type Ask = { status: number; body: Json };

/** The mixed load of a service: browsing, searching, accounts, ingestion and its events. */
export class MixedLoad {
  readonly told: Told = { counts: new Map(), wrong: [] };
  /** While this is so, 503 and refused connections are what was promised. */
  excused = false;
  #stopping = false;
  readonly #service: Serving;
  #running: Promise<unknown> = Promise.resolve();

  constructor(service: Serving) {
    this.#service = service;
  }

  start(): void {
    const browsers = Array.from({ length: 4 }, () => this.#again(50, () => this.#browse()));
    const searchers = Array.from({ length: 2 }, () => this.#again(100, () => this.#search()));
    const one = [
      this.#again(1_000, () => this.#account()),
      this.#again(200, () => this.#ingest()),
      this.#again(1_000, () => this.#follow()),
    ];
    this.#running = Promise.all([...browsers, ...searchers, ...one]);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #again(pause_ms: number, ask: () => Promise<unknown>): Promise<void> {
    while (!this.#stopping) {
      await ask().catch((error: Error) => this.#failed(error.message));
      await Bun.sleep(pause_ms * (0.5 + Math.random()));
    }
  }

  #failed(what: string): void {
    this.#count("failed");
    if (!this.excused) this.#wrong(what);
  }

  #wrong(what: string): void {
    if (this.told.wrong.length < 20) this.told.wrong.push(what);
  }

  #count(what: string): void {
    this.told.counts.set(what, (this.told.counts.get(what) ?? 0) + 1);
  }

  /** Undefined where the database is away, as promised for now. */
  async #ask(
    what: string,
    path: string,
    init: RequestInit,
    allowed: number[],
  ): Promise<Ask | undefined> {
    const excused = this.excused;
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(this.#service.url + path, { ...init, signal });
    const text = await answer.text();
    this.#count(`${what} ${answer.status}`);
    if (answer.status === 503 && (excused || this.excused)) return undefined;
    if (!allowed.includes(answer.status)) {
      this.#wrong(`${what}: ${answer.status} ${text.slice(0, 200)}`);
      return undefined;
    }
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Json) };
  }

  async #browse(): Promise<void> {
    const page = 1 + Math.floor((Math.random() * TITLES) / 20);
    const list = await this.#ask(
      "list",
      `/api/v1/movies?page=${page}&sort_by=title.asc`,
      {},
      [200],
    );
    const results = (list?.body.results ?? []) as { id: string; title: string }[];
    const chosen = results[Math.floor(Math.random() * results.length)];
    if (chosen === undefined) return;
    const detail = await this.#ask("detail", `/api/v1/movies/${chosen.id}`, {}, [200]);
    if (detail !== undefined && detail.body.title !== chosen.title) {
      this.#wrong(`${chosen.title} was answered as ${detail.body.title}`);
    }
  }

  async #search(): Promise<void> {
    const title = titleOf(some());
    const path = `/api/v1/search?query=${encodeURIComponent(title)}`;
    const found = await this.#ask("search", path, {}, [200]);
    const [first] = (found?.body.results ?? []) as { title: string }[];
    if (found !== undefined && first?.title !== title)
      this.#wrong(`${title} found ${first?.title}`);
  }

  /** A new account now and then; what it rates is read back. */
  async #account(): Promise<void> {
    const email = `soak${some()}@example.org`;
    const post = (body: Json): RequestInit => ({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const password = "a long passphrase";
    const account = post({ email, password, display_name: "S" });
    const known = await this.#ask("register", "/api/v1/auth/register", account, [201, 409]);
    if (known === undefined) return;
    const login = await this.#ask("login", "/api/v1/auth/login", post({ email, password }), [200]);
    const list = await this.#ask("list", "/api/v1/movies", {}, [200]);
    const [movie] = (list?.body.results ?? []) as { id: string }[];
    if (login === undefined || movie === undefined) return;
    const headers = {
      authorization: `Bearer ${login.body.access_token}`,
      "content-type": "application/json",
    };
    const value = 1 + Math.floor(Math.random() * 10);
    const path = `/api/v1/movies/${movie.id}/rating`;
    const put = { method: "PUT", headers, body: JSON.stringify({ value }) };
    const rated = await this.#ask("rate", path, put, [200]);
    if (rated !== undefined && rated.body.value !== value) this.#wrong("a rating became another");
  }

  async #ingest(): Promise<string | undefined> {
    const body = JSON.stringify({ external_id: some() });
    const path = "/api/v1/admin/ingest/movie";
    const answer = await this.#ask(
      "ingest",
      path,
      { method: "POST", headers: operator, body },
      [202],
    );
    return answer?.body.job_id as string | undefined;
  }

  /** Follows the events of a job to their end, 10 s at most. */
  async #follow(): Promise<void> {
    const job = await this.#ingest();
    if (job === undefined) return;
    const { url } = this.#service;
    const answer = await fetch(`${url}/api/v1/admin/ingest/jobs/${job}/events`, {
      headers: operator,
      signal: AbortSignal.timeout(10_000),
    });
    this.#count(`events ${answer.status}`);
    await answer.text().catch(() => this.#count("events left after 10 s"));
  }
}
