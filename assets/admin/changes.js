import { ago, element } from "./text.js";

const shown = 12;
const collections = {
  movie: "movies",
  series: "series",
  season: "seasons",
  episode: "episodes",
  person: "people",
  collection: "collections",
  company: "companies",
  keyword: "keywords",
};

const itemOf = ({ op, kind, id, groups, changed_at }) => {
  const badge = element("span", "badge", op);
  const link = element("a", "", element("code", "", id));
  if (collections[kind] && op !== "deleted") link.href = `/api/v1/${collections[kind]}/${id}`;
  const what = op === "updated" ? groups.join(", ").replaceAll("_", " ") : "";
  return element("li", "change", badge, link, element("span", "soft", what), ago(changed_at));
};

/** The change feed, followed while the page is visible: the newest changes come to the top. */
export class Changes {
  #following = new AbortController();

  constructor(list) {
    this.list = list;
  }

  /** Follows the feed from the cursor of now until it is stopped. */
  async follow() {
    this.stop();
    const { signal } = this.#following;
    let cursor;
    while (!signal.aborted) {
      try {
        const response = await fetch(`/api/v1/changes${cursor ? `?since=${cursor}&wait=25` : ""}`, {
          signal,
          cache: "no-store",
        });
        if (response.status === 410) cursor = undefined;
        else if (!response.ok) throw new Error(`status ${response.status}`);
        else {
          const page = await response.json();
          cursor = page.cursor;
          this.#add(page.results);
        }
      } catch {
        // Cut or limited: the next request goes on from the same cursor.
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 10_000));
      }
    }
  }

  stop() {
    this.#following.abort();
    this.#following = new AbortController();
  }

  #add(entries) {
    if (entries.length === 0) return;
    this.list.prepend(...entries.slice(-shown).reverse().map(itemOf));
    while (this.list.children.length > shown) this.list.lastChild.remove();
  }
}
