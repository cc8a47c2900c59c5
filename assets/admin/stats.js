import { ago, capital, duration, element, number, size, terms } from "./text.js";

const tile = (title, ...content) => element("div", "card", element("h3", "", title), ...content);
const soft = (text) => element("p", "soft", text);

const queueTile = ({ by_status: counts, oldest_due_seconds: oldest }) => {
  const entries = Object.entries(counts).map(([status, count]) => [
    status,
    number(count),
    status === "failed" && count > 0 ? "alarm" : "",
  ]);
  const waits =
    oldest === null ? "No job waits." : `The oldest has waited for ${duration(oldest)}.`;
  return tile("Queue", terms(entries), soft(waits));
};

const catalogTile = (catalog) =>
  tile("Catalog", terms(Object.entries(catalog).map(([name, count]) => [name, number(count)])));

const trendingTile = (lists) => {
  const entries = lists.map(({ kind, window, refreshed_at }) => [
    `${kind === "movie" ? "Movies" : "Series"}, ${window}`,
    refreshed_at === null ? "never" : ago(refreshed_at),
  ]);
  return tile("Trending refresh", element("div", "rows", terms(entries)));
};

const indexTile = (index) => {
  if (index === null) return tile("Search index", soft("Not in use."));
  const { state, documents, pending, lag_seconds, drift, reconciled_at, failing_since } = index;
  const entries = [
    ["state", state, state === "failing" ? "alarm" : ""],
    ["documents", documents === null ? "unknown" : number(documents)],
    ["pending", number(pending)],
  ];
  const notes = [];
  if (pending > 0) notes.push(soft(`The oldest change has waited for ${duration(lag_seconds)}.`));
  if (reconciled_at !== null) {
    notes.push(
      element(
        "p",
        "soft",
        "Last compared ",
        ago(reconciled_at),
        `; ${number(drift)} documents differed.`,
      ),
    );
  }
  if (failing_since !== null) {
    notes.push(element("p", "problem", "Failing since ", ago(failing_since), "."));
  }
  return tile("Search index", terms(entries), ...notes);
};

const serviceTile = ({ database, version }) =>
  tile(
    "Service",
    terms([
      ["database", size(database.size_bytes)],
      ["version", version],
    ]),
  );

/** Shows the state of the service. */
export const showStats = (tiles, stats) => {
  tiles.replaceChildren(
    queueTile(stats.queue),
    catalogTile(stats.catalog),
    trendingTile(stats.trending),
    indexTile(stats.index),
    serviceTile(stats),
  );
};

/** Adds the kinds of existing jobs to a filter and selects the chosen one. */
export const offerKinds = (select, { queue }, chosen) => {
  const known = new Set([...select.options].map(({ value }) => value));
  for (const { kind } of queue.by_kind) {
    if (!known.has(kind)) select.append(new Option(capital(kind), kind, false, kind === chosen));
  }
};
