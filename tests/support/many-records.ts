import { collectionBody, personBody } from "./bodies/entities";
import { movieBody } from "./bodies/movie";
import type { Json } from "./bodies/overrides";
import { castRow, crewRow, imageRow, offerRow, videoRow } from "./bodies/parts";
import { seasonBody, seriesBody } from "./bodies/series";
import type { StandIn } from "./provider";

/** Kinds that can be served in bulk, as the provider spells them. */
export type ManyKind = "movie" | "tv" | "person" | "collection";

type Options = {
  /** The ids 1 to `upTo` exist. */
  readonly upTo: number;
  /** Movies and series with as many credits, images and offerings as well-known ones have: about 100 kB. */
  readonly full?: boolean;
};

const few = { movie: movieBody, tv: seriesBody, person: personBody, collection: collectionBody };

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The long lists of a well-known title, of its own people, images and credit ids. */
function longLists(id: number): Json {
  const images = (type: string, count: number) =>
    numbers(count).map((index) => imageRow(`${type}-${id}-${index}`));
  const offers = { flatrate: numbers(3).map((index) => offerRow(index + 1)) };
  const codes = numbers(60).map((index) => String.fromCharCode(65 + index / 26, 65 + (index % 26)));
  return {
    credits: {
      cast: numbers(60).map((order) => castRow(order, { id: 1_000 + id + order }, id)),
      crew: numbers(100).map((index) =>
        crewRow(`Job ${index}`, "Crew", { id: 2_000 + id + index }, id),
      ),
    },
    images: {
      backdrops: images("backdrop", 40),
      logos: images("logo", 10),
      posters: images("poster", 60),
    },
    videos: { results: numbers(20).map((index) => videoRow(`${id}-${index}`)) },
    "watch/providers": {
      results: Object.fromEntries(codes.map((code) => [code, { link: code, ...offers }])),
    },
  };
}

/**
 * Gives a stand-in every record of a kind from 1 to `upTo` (series with their seasons), generated as it is
 * asked for. What is served or removed by its own path goes before it.
 *
 *     serveMany(provider, "movie", { upTo: 20_000 });
 */
export function serveMany(
  provider: StandIn,
  kind: ManyKind,
  { upTo, full = false }: Options,
): void {
  const known = (id: number) => id >= 1 && id <= upTo;
  provider.serveAll(new RegExp(`^/${kind}/(?<id>[1-9]\\d*)$`), (groups) => {
    const id = Number(groups.id);
    if (!known(id)) return undefined;
    return few[kind]({ id, ...(full && (kind === "movie" || kind === "tv") && longLists(id)) });
  });
  if (kind !== "tv") return;
  provider.serveAll(/^\/tv\/(?<id>[1-9]\d*)\/season\/(?<number>[0-2])$/, ({ id, number }) =>
    known(Number(id)) ? seasonBody(Number(id), Number(number)) : undefined,
  );
}
