import { extname, join } from "node:path";
import { assetFolder } from "~/assets";
import { codingFor } from "~/http/content-coding";
import { ApiError } from "~/http/errors";

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
};

type Sources = { styles?: string; images?: string; forms?: string };

/** A content security policy that allows what this service serves, and the given sources. */
const policy = ({ styles = "'self'", images = "'self'", forms = "'none'" }: Sources = {}): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    `img-src ${images}`,
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
  ].join("; ");

/** The content security policy of each page. */
export const policies = {
  /** Shows the provider's images and has a search form. */
  home: policy({ images: "'self' https://image.tmdb.org", forms: "'self'" }),
  admin: policy(),
  /** Swagger UI writes styles into the page and images into its style sheet. */
  docs: policy({ styles: "'self' 'unsafe-inline'", images: "'self' data:" }),
};

type Bytes = Uint8Array<ArrayBuffer>;
type Prepared = { plain: Bytes; gzip: Bytes };

type FileServerOptions = {
  /** The content of a file: bytes, or a text that the program makes. */
  read: (name: string) => Promise<Bytes | string>;
  /** The files that a page may load by name. */
  names: readonly string[];
  /** Seconds for which a browser may keep such a file. */
  maxAge: number;
};

/** Reads the files of a folder below assets/. */
export const assetsIn = (folder: string) => (name: string) =>
  Bun.file(join(assetFolder("assets"), folder, name)).bytes();

/** Serves files, compressed when the client accepts it. Each is read on first use and kept in memory. */
export class FileServer {
  readonly #options: FileServerOptions;
  readonly #files = new Map<string, Promise<Prepared>>();

  constructor(options: FileServerOptions) {
    this.#options = options;
  }

  /** The response for a file that a page loads; 404 for any name that is not listed. */
  async loaded(name: string, request: Request): Promise<Response> {
    const { names, maxAge } = this.#options;
    if (!names.includes(name)) throw new ApiError("route_not_found");
    return this.file(name, request, { "cache-control": `public, max-age=${maxAge}` });
  }

  /** The response for any file, with headers of its own. */
  async file(name: string, request: Request, headers: Record<string, string>): Promise<Response> {
    const { plain, gzip } = await this.#prepared(name);
    const zipped = codingFor(request.headers.get("accept-encoding"), ["gzip"]) !== undefined;
    return new Response(zipped ? gzip : plain, {
      headers: {
        "content-type": contentTypes[extname(name)] ?? "application/octet-stream",
        vary: "accept-encoding",
        ...(zipped ? { "content-encoding": "gzip" } : {}),
        ...headers,
      },
    });
  }

  /** A failure to read is not kept: the next request tries again. */
  #prepared(name: string): Promise<Prepared> {
    const file = this.#files.get(name) ?? this.#prepare(name);
    this.#files.set(name, file);
    file.catch(() => this.#files.delete(name));
    return file;
  }

  async #prepare(name: string): Promise<Prepared> {
    const content = await this.#options.read(name);
    const plain = typeof content === "string" ? new TextEncoder().encode(content) : content;
    return { plain, gzip: Bun.gzipSync(plain) };
  }
}
