/** A way to compress a body. */
export type Coding = "zstd" | "gzip";

/** In the order of preference: zstd is faster and smaller. */
const codings: readonly Coding[] = ["zstd", "gzip"];

/** The first of the offered codings that a client accepts (RFC 9110, 12.5.3). */
export function codingFor(
  acceptEncoding: string | null,
  offered: readonly Coding[] = codings,
): Coding | undefined {
  const accepted = new Map(
    (acceptEncoding ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  const takes = (coding: Coding) => accepted.get(coding) ?? accepted.get("*") ?? false;
  return offered.find(takes);
}

/** Browsers and libraries send few different headers. */
const known = new Map<string, Coding | undefined>();
const mostKnown = 100;

/** As {@link codingFor} with all codings; a header that came before is not read again. */
export function preferredCoding(acceptEncoding: string | null): Coding | undefined {
  if (acceptEncoding === null) return undefined;
  if (known.has(acceptEncoding)) return known.get(acceptEncoding);
  const coding = codingFor(acceptEncoding);
  if (known.size < mostKnown) known.set(acceptEncoding, coding);
  return coding;
}

/** Level 1: higher levels double the time and save a tenth of the size. */
export function compressed(
  bytes: Uint8Array<ArrayBuffer>,
  coding: Coding,
): Uint8Array<ArrayBuffer> {
  if (coding === "zstd") return new Uint8Array(Bun.zstdCompressSync(bytes, { level: 1 }));
  return Bun.gzipSync(bytes, { level: 1, library: "libdeflate" });
}
