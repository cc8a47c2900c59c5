import { ApiError } from "./errors";

/** One server-sent event; `data` is sent as JSON. */
export type ServerEvent = { event: string; data: unknown };

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
   * streams are open.
   */
  answer(request: Request, events: (signal: AbortSignal) => AsyncIterable<ServerEvent>): Response {
    if (this.#open >= this.#most) throw tooMany();
    const gone = new AbortController();
    const ends = [request.signal, gone.signal, AbortSignal.timeout(this.#longest_ms)];
    if (this.#stopping !== undefined) ends.push(this.#stopping);
    const signal = AbortSignal.any(ends);
    this.#open += 1;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void this.#send(controller, events(signal), signal),
      cancel: () => gone.abort(),
    });
    return new Response(body, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      },
    });
  }

  async #send(
    controller: ReadableStreamDefaultController<Uint8Array>,
    events: AsyncIterable<ServerEvent>,
    signal: AbortSignal,
  ): Promise<void> {
    const bytes = new TextEncoder();
    const send = (text: string) => {
      if (!signal.aborted) controller.enqueue(bytes.encode(text));
    };
    const heartbeat = setInterval(() => send(":\n\n"), this.#heartbeat_ms);
    try {
      send("retry: 3000\n\n");
      for await (const { event, data } of events) {
        send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      }
      controller.close();
    } catch (error) {
      controller.error(error);
    } finally {
      clearInterval(heartbeat);
      this.#open -= 1;
    }
  }
}

const tooMany = (): ApiError =>
  new ApiError("not_ready", {
    message: "Too many event streams are open; retry later, or read the state itself.",
    headers: { "retry-after": "10" },
  });
