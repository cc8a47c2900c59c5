import { WakeSignal } from "~/wake-signal";
import { ApiError } from "./errors";

/** How often it is looked whether a client has made room for more. */
const HOLD_MS = 1_000;

/** One server-sent event; `data` is sent as JSON. A client that connects anew sends the last `id`. */
export type ServerEvent = { event: string; data: unknown; id?: string };

type Options = {
  /** The most streams that may be open at a time. */
  most?: number;
  /** The interval of comments that keep proxies and this server from closing an idle stream. */
  heartbeat_ms?: number;
  /** After this time a stream ends; a client can open a new one. */
  longest_ms?: number;
  /** Aborts when the server stops, which ends all streams. */
  stopping?: AbortSignal | undefined;
};

/** What sending depends on; `room` wakes when a client has read. */
type Sending = { signal: AbortSignal; room: WakeSignal; taken: Disposable };

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** Sends server-sent events to a limited number of clients at a time. */
export class EventStreams {
  readonly #most: number;
  readonly #heartbeat_ms: number;
  readonly #longest_ms: number;
  readonly #stopping: AbortSignal | undefined;
  #open = 0;

  constructor({ most = 32, heartbeat_ms = 4_000, longest_ms = 900_000, stopping }: Options = {}) {
    this.#most = most;
    this.#heartbeat_ms = heartbeat_ms;
    this.#longest_ms = longest_ms;
    this.#stopping = stopping;
  }

  /** How many streams are open. */
  get open(): number {
    return this.#open;
  }

  /**
   * The response that sends `events` as they happen. Their signal aborts when the client disconnects, when
   * the service stops or when the stream reaches its longest time. Throws `not_ready` when too many
   * streams are open. `take` takes what a stream needs while it is open, and may refuse.
   */
  answer(
    request: Request,
    events: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
    take: () => Disposable = () => new DisposableStack(),
  ): Response {
    // Nobody reads what would follow, nor goes away from it.
    if (request.method === "HEAD") return new Response(null, { headers });
    if (this.#open >= this.#most) throw tooMany();
    const taken = take();
    const gone = new AbortController();
    const room = new WakeSignal();
    const ends = [request.signal, gone.signal, AbortSignal.timeout(this.#longest_ms)];
    if (this.#stopping !== undefined) ends.push(this.#stopping);
    const signal = AbortSignal.any(ends);
    this.#open += 1;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void this.#send(controller, events(signal), { signal, room, taken }),
      pull: () => room.wake(),
      cancel: () => gone.abort(),
    });
    return new Response(body, { headers });
  }

  async #send(
    controller: ReadableStreamDefaultController<Uint8Array>,
    events: AsyncIterable<ServerEvent>,
    { signal, room, taken }: Sending,
  ): Promise<void> {
    const bytes = new TextEncoder();
    const send = (text: string) => {
      if (!signal.aborted) controller.enqueue(bytes.encode(text));
    };
    const heartbeat = setInterval(() => send(":\n\n"), this.#heartbeat_ms);
    try {
      send("retry: 3000\n\n");
      for await (const { event, data, id } of events) {
        const name = id === undefined ? "" : `id: ${id}\n`;
        send(`event: ${event}\n${name}data: ${JSON.stringify(data)}\n\n`);
        // A client that reads slowly must not fill the memory.
        while ((controller.desiredSize ?? 0) <= 0 && !signal.aborted)
          await room.wait(HOLD_MS, signal);
      }
      controller.close();
    } catch (error) {
      controller.error(error);
    } finally {
      clearInterval(heartbeat);
      taken[Symbol.dispose]();
      this.#open -= 1;
    }
  }
}

const tooMany = (): ApiError =>
  new ApiError("not_ready", {
    message: "Too many event streams are open; retry later, or read the state itself.",
    headers: { "retry-after": "10" },
  });
