import { errorBody } from "./bodies/broken";
import { movieItem } from "./bodies/movie";
import { personHead } from "./bodies/parts";
import { seriesItem } from "./bodies/series";
import type { StandIn } from "./provider";

/** The ids that one external id leads to, by kind in the provider's spelling. */
export type Hits = {
  readonly movie?: readonly number[];
  readonly person?: readonly number[];
  readonly tv?: readonly number[];
  /** Seasons and episodes are named by their own ids, with the series in `show_id`. */
  readonly tv_season?: readonly number[];
  readonly tv_episode?: readonly number[];
};

const sources =
  "imdb_id tvdb_id wikidata_id facebook_id instagram_id twitter_id tiktok_id youtube_id".split(" ");

/** Our own bodies carry these ids: films tt1…, series tt2… and their number as tvdb id, people nm…. */
function generated(source: string | undefined, value: string): Hits {
  const [, film, series, person] = /^(?:tt1(\d{7})|tt2(\d{7})|nm(\d{7}))$/.exec(value) ?? [];
  if (source === "imdb_id" && film) return { movie: [Number(film)] };
  if (source === "imdb_id" && series) return { tv: [Number(series)] };
  if (source === "imdb_id" && person) return { person: [Number(person)] };
  return source === "tvdb_id" && /^[1-9]\d{0,9}$/.test(value) ? { tv: [Number(value)] } : {};
}

function findBody(hits: Hits): object {
  const part = (media_type: string) => (id: number) => ({ id, media_type, show_id: 1 });
  return {
    movie_results: (hits.movie ?? []).map((id) => movieItem({ id })),
    person_results: (hits.person ?? []).map((id) => ({
      ...personHead({ id }),
      media_type: "person",
      known_for: [],
    })),
    tv_results: (hits.tv ?? []).map((id) => seriesItem({ id })),
    tv_episode_results: (hits.tv_episode ?? []).map(part("tv_episode")),
    tv_season_results: (hits.tv_season ?? []).map(part("tv_season")),
  };
}

/** What a stand-in finds. */
export class Finds {
  readonly #hits = new Map<string, Hits>();

  /** What an external id leads to: `name("imdb_id", "tt0133093", { movie: [603] })`; `{}` is nothing. */
  name(source: string, value: string, hits: Hits): this {
    this.#hits.set(`${source} ${value}`, hits);
    return this;
  }

  /** What was named, else the record whose generated body carries the id. */
  hits(source: string | undefined, value: string): Hits {
    return this.#hits.get(`${source} ${value}`) ?? generated(source, value);
  }
}

/**
 * Gives a stand-in `/find/{id}?external_source=…`: always five lists, all empty if it knows nothing. A source
 * that the provider does not have is 400.
 */
export function serveFind(provider: StandIn): Finds {
  const finds = new Finds();
  provider.serveAll(/^\/find\/(?<value>[^/]+)$/, ({ value = "" }, { query }) =>
    sources.includes(query.external_source ?? "")
      ? findBody(finds.hits(query.external_source, decodeURIComponent(value)))
      : Response.json(errorBody(400, 5), { status: 400 }),
  );
  return finds;
}
