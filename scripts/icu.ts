/** The ICU data for comparing text without a language, and the data that ICU always opens. */
const needed =
  /\/((root|res_index|en|en_US|en_US_POSIX|keyTypeData|likelySubtags|supplementalData|metadata|timezoneTypes|numberingSystems)\.res|[a-z]+\.nrm|(pnames|cnvalias|coll\/ucadata|ulayout|uemoji)\.icu|coll\/(root|res_index)\.res)$/;

type Item = { name: string; from: number; to: number };

/**
 * Clears the data of languages, countries, scripts and encodings in a library of ICU data. It is two thirds
 * of a packed server, but this service uses only one collation, without a language. The table of contents
 * stays, so that the library remains valid.
 */
export async function emptyIcuData(library: string): Promise<void> {
  const bytes = Buffer.from(await Bun.file(library).arrayBuffer());
  const items = contentsOf(bytes);
  for (const { name, from, to } of items) {
    if (!needed.test(name)) bytes.fill(0, from, to);
  }
  await Bun.write(library, bytes);
}

/** The items of ICU's common data format (`CmnD`) in a library; none if it contains no such data. */
function contentsOf(bytes: Buffer): Item[] {
  const header = bytes.indexOf("CmnD") - 12;
  if (header < 0 || bytes.readUInt16LE(header + 2) !== 0x27da) return [];
  const base = header + bytes.readUInt16LE(header);
  const count = bytes.readUInt32LE(base);
  const at = (index: number, field: 0 | 4) =>
    base + bytes.readUInt32LE(base + 4 + 8 * index + field);
  // The end of the last item is unknown, so it stays.
  return Array.from({ length: Math.max(0, count - 1) }, (_, index) => {
    const start = at(index, 0);
    const name = bytes.toString("latin1", start, bytes.indexOf(0, start));
    return { name, from: at(index, 4), to: at(index + 1, 4) };
  });
}
