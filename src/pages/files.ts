import { codingFor } from "~/http/caching";

/** The bytes of a file of our own, plain and compressed. */
export type Served = { plain: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer> };

export const served = (plain: Uint8Array<ArrayBuffer>): Served => ({
  plain,
  gzip: Bun.gzipSync(plain),
});
export const text = (content: string): Served => served(new TextEncoder().encode(content));

/** Makes each thing once, when first asked for, and keeps it; a failure is not kept. */
export function kept(make: (name: string) => Promise<Served>): (name: string) => Promise<Served> {
  const made = new Map<string, Promise<Served>>();
  return (name) => {
    const found = made.get(name) ?? make(name);
    made.set(name, found);
    found.catch(() => made.delete(name));
    return found;
  };
}

/** The answer with a file, compressed for whoever takes it. */
export function answer(
  { plain, gzip }: Served,
  request: Request,
  headers: Record<string, string>,
): Response {
  const zipped = codingFor(request.headers.get("accept-encoding"), ["gzip"]) !== undefined;
  return new Response(zipped ? gzip : plain, {
    headers: {
      ...headers,
      vary: "accept-encoding",
      ...(zipped ? { "content-encoding": "gzip" } : {}),
    },
  });
}
