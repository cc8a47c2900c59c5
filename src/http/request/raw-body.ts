import { ApiError } from "~/http/errors";
import { pauseDeadline } from "~/http/limits/deadline";
import { type BodyLimits, readInTime } from "./body";

export type RawBodyOptions = BodyLimits & {
  /** The media types that are taken, in UTF-8, as they are or as gzip. */
  types: readonly string[];
};

type Parser = (context: { request: Request }) => Promise<Uint8Array>;

const rawParsers = new WeakSet<object>();

/**
 * A `parse` hook of a route whose body is no JSON: the bytes as they come. Refuses other types (415), too many
 * bytes (413) and bytes that come too late (408).
 */
export function rawBody({ types, ...limits }: RawBodyOptions): Parser {
  const parser: Parser = ({ request }) => {
    refuseOtherTypes(request, types);
    return pauseDeadline(request, () => readInTime(request, limits));
  };
  rawParsers.add(parser);
  return parser;
}

/** Whether a {@link rawBody} is among the `parse` hooks of a route. */
export const hasRawBody = (parse: unknown): boolean =>
  [parse ?? []].flat().some((hook) => rawParsers.has((hook as { fn?: object }).fn ?? hook));

function refuseOtherTypes({ headers }: Request, types: readonly string[]): void {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const encoding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (types.includes(type.trim()) && isUtf8 && ["identity", "gzip"].includes(encoding)) return;
  throw new ApiError("unsupported_media_type", {
    message: `This body must be sent as ${types.join(", ")}, in UTF-8.`,
  });
}
