import { type Coding, compressed, preferredCoding } from "./content-coding";
import { sentAtOnce } from "./large-body";

/** Smaller bodies fit into one packet without compression. */
const smallestCompressed = 1_024;

/** Whether `If-None-Match` matches this entity, by weak comparison (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((given) => given.trim().replace(/^W\//, "") === tag);
}

/** The part of a response that any Elysia hook may set. */
export type Head = { headers: Record<string, unknown> };

type Headers = Record<string, string>;

/** What is sent in one coding: the bytes, and the headers that belong to them. */
type Form = { bytes: Uint8Array<ArrayBuffer>; headers: Headers };

/**
 * The answer to a public read as bytes, in every coding that a client has asked for, so that it can be
 * given any number of times. `headers` are those of every form: `Cache-Control`, `Vary` and what else is known.
 */
export class Answer {
  readonly #headers: Headers;
  readonly #tag: string;
  readonly #plain: Form;
  readonly #compressed = new Map<Coding, Form>();

  constructor(text: string, headers: Headers) {
    this.#tag = `"${Bun.hash(text).toString(36)}"`;
    this.#headers = { ...headers, etag: this.#tag };
    this.#plain = {
      bytes: new TextEncoder().encode(text),
      headers: { ...this.#headers, "content-type": "application/json" },
    };
  }

  /** The bytes of all forms so far and of their headers. */
  get size(): number {
    const forms = [this.#plain, ...this.#compressed.values()];
    return forms.reduce((sum, { bytes, headers }) => sum + bytes.length + sizeOf(headers), 0);
  }

  /** In how many codings it was asked for. */
  get forms(): number {
    return this.#compressed.size;
  }

  /**
   * The response to a request: 304 if the client has the answer already, else the form it prefers. Takes
   * the headers of `set` along, so that Elysia, which copies a response to add headers, has none to add.
   */
  respond(request: Request, set: Head): Response {
    const { headers: given } = request;
    const headers = set.headers as Headers;
    set.headers = {};
    const ifNoneMatch = given.get("if-none-match");
    if (ifNoneMatch !== null && matches(ifNoneMatch, this.#tag)) {
      Object.assign(headers, this.#headers);
      return new Response(null, { status: 304, headers });
    }
    const form = this.#form(given.get("accept-encoding"));
    Object.assign(headers, form.headers);
    return new Response(sentAtOnce(request, form.bytes), { headers });
  }

  #form(acceptEncoding: string | null): Form {
    if (this.#plain.bytes.length < smallestCompressed) return this.#plain;
    const coding = preferredCoding(acceptEncoding);
    if (coding === undefined) return this.#plain;
    const form = this.#compressed.get(coding) ?? this.#compress(coding);
    this.#compressed.set(coding, form);
    return form;
  }

  /** Compressed bytes have the same meaning but are not those of the strong tag. */
  #compress(coding: Coding): Form {
    const { bytes, headers } = this.#plain;
    return {
      bytes: compressed(bytes, coding),
      headers: { ...headers, etag: `W/${this.#tag}`, "content-encoding": coding },
    };
  }
}

const sizeOf = (headers: Headers): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
