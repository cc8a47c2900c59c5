import { once } from "node:events";
import { type CsvError, type Parser, parse } from "csv-parse";
import { adultIn, type FileLine, type Named, namedBy, popularityIn, referenceIn } from "./line";
import { ImportRefused } from "./refusal";

const idColumns = ["tmdb", "tmdb_id", "tmdbId", "id"];
const imdbColumns = ["imdb", "imdb_id", "imdbId", "Const"];
const delimiters = [",", ";", "\t"] as const;

/** Where a CSV file has what; -1: it has no such column. */
type Columns = { id: number; imdb: number; popularity: number; adult: number };

const LARGEST_ROW = 1_048_576;

const fieldsOf = (header: string, delimiter: string): string[] =>
  header.split(delimiter).map((field) => field.trim().replace(/^"(.*)"$/, "$1"));

/** How to read a CSV file by its first line; undefined if that is no header with a column of ids. */
export function csvLayout(header: string): { delimiter: string; columns: Columns } | undefined {
  for (const delimiter of delimiters) {
    const fields = fieldsOf(header, delimiter);
    const first = (names: string[]) =>
      names.map((name) => fields.indexOf(name)).find((at) => at >= 0) ?? -1;
    const columns = {
      id: first(idColumns),
      imdb: first(imdbColumns),
      popularity: first(["popularity"]),
      adult: first(["adult"]),
    };
    if (columns.id >= 0 || columns.imdb >= 0) return { delimiter, columns };
  }
  return undefined;
}

/** An id in a column of IMDb ids; some files leave `tt` out. */
const imdbIn = (text: string): Named =>
  /^[0-9]/.test(text) ? referenceIn(`imdb:tt${text}`) : namedBy(text);

function readRow(row: string[], line: number, columns: Columns): FileLine {
  const field = (at: number) => row[at]?.trim() ?? "";
  return {
    line,
    text: row.join(","),
    names: namedBy(field(columns.id)) ?? imdbIn(field(columns.imdb)),
    ...popularityIn(field(columns.popularity)),
    ...adultIn(field(columns.adult)),
  };
}

/**
 * Reads a CSV file with a header, row by row. Throws ImportRefused where the rows cannot be told apart any more,
 * for example at a quote without an end.
 */
export async function readCsv(
  text: AsyncIterable<string>,
  { delimiter, columns }: NonNullable<ReturnType<typeof csvLayout>>,
  take: (line: FileLine) => void,
): Promise<void> {
  let isHeader = true;
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LARGEST_ROW,
    on_record: (row: string[], { lines }) => {
      if (!isHeader && row.some((field) => field.trim() !== "")) {
        take(readRow(row, lines, columns));
      }
      isHeader = false;
      return null;
    },
  });
  try {
    await write(text, parser);
  } catch (error) {
    const { code, lines } = error as Partial<CsvError> & { lines?: number };
    if (code === undefined || !String(code).startsWith("CSV_")) throw error;
    throw new ImportRefused(`The CSV file cannot be read at line ${lines}: ${reasonOf(code)}.`);
  }
}

const reasonOf = (code: string): string =>
  code === "CSV_MAX_RECORD_SIZE"
    ? `a row is longer than ${LARGEST_ROW} bytes`
    : "a quoted field has no end";

async function write(text: AsyncIterable<string>, parser: Parser): Promise<void> {
  const ended = once(parser.resume(), "end");
  const failed = ended.catch(() => {});
  for await (const piece of text) {
    if (!parser.write(piece)) await Promise.race([once(parser, "drain"), failed]);
    if (parser.errored) break;
  }
  if (!parser.errored) parser.end();
  await ended;
}
