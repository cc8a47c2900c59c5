import { call } from "./api.js";
import { ago, capital, element, number } from "./text.js";

const cell = (content, name = "td") => element(name, "", content);

const table = (caption, heads, rows) => {
  const made = element("table", "", element("caption", "", caption));
  const head = element("tr", "", ...heads.map((text) => cell(text, "th")));
  for (const each of head.children) each.scope = "col";
  made.append(element("thead", "", head), element("tbody", "", ...rows));
  const scroller = element("div", "scroller", made);
  scroller.tabIndex = 0;
  scroller.setAttribute("role", "region");
  scroller.setAttribute("aria-label", caption);
  return scroller;
};

const row = (name, ...values) => {
  const head = cell(name, "th");
  head.scope = "row";
  return element("tr", "", head, ...values.map((value) => cell(value)));
};

/** `72 s`, `6 h`, `72 h`, `150 days`. */
const interval = (hours) => {
  if (hours < 0.1) return `${number(Math.round(hours * 3_600))} s`;
  return hours < 240 ? `${number(hours)} h` : `${number(Math.round(hours / 24))} days`;
};

const moment = (value) => (value === null ? "–" : ago(value));

const tierRow = ({ tier, interval_hours, records, due, oldest_due_at }) =>
  row(capital(tier), interval(interval_hours), number(records), number(due), moment(oldest_due_at));

const listRow = ({ kind, through_day, read_at, named, enqueued }) =>
  row(capital(kind), through_day ?? "–", moment(read_at), number(named), number(enqueued));

/** Shows how fresh the catalog is kept, tier by tier, and which of the provider's change lists were read. */
export const showRefresh = async (panel) => {
  const refresh = await call("/refresh");
  const { enabled, tiers, change_lists, calls_last_hour, budget_per_hour } = refresh;
  const state = enabled
    ? `${number(calls_last_hour)} calls in the last hour, of at most ${number(budget_per_hour)}.`
    : "Refreshing is off (REFRESH, or no token of the provider).";
  panel.replaceChildren(
    element("p", "soft", state),
    table(
      "Records by tier",
      ["Tier", "Fetched each", "Records", "Due", "Oldest due"],
      tiers.map(tierRow),
    ),
    table(
      "Change lists of the provider",
      ["Kind", "Read through", "Read", "Named", "Made due"],
      change_lists.map(listRow),
    ),
  );
};
