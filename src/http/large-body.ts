/** Bun holds back the headers of a response until its body only if that is smaller, about 15 kB. */
const smallest = 15_000;

/**
 * The body of a response to `request`. For a large body that comes after a wait, Bun sends the status and
 * each name and value of the headers by a system call of its own: 50 calls and five times the processor
 * time of the whole response. A direct stream that is written and ended at once goes out in one, with its
 * Content-Length, because the high-water mark is larger than all that is written.
 */
export function sentAtOnce(
  { method }: Request,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> | ReadableStream {
  if (bytes.length < smallest || method === "HEAD") return bytes;
  const source = {
    type: "direct" as const,
    pull(controller: ReadableStreamDirectController) {
      controller.write(bytes);
      controller.end();
    },
  };
  return new ReadableStream(source, { highWaterMark: bytes.length + 1 });
}
