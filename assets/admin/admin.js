import { ApiError, call, token } from "./api.js";
import { Changes } from "./changes.js";
import { ImportList } from "./imports.js";
import { JobList } from "./jobs.js";
import { showRefresh } from "./refresh.js";
import { offerKinds, showStats } from "./stats.js";
import { number } from "./text.js";

const refreshInterval = 5_000;
const at = (id) => document.querySelector(`#${id}`);
const say = (id, text) => {
  at(id).textContent = text;
};

const kinds = ["movie", "series", "season", "collection", "person"];
const query = new URLSearchParams(location.search);
const filterNames = ["status", "kind", "external_id"];
let page = Number(query.get("page")) || 1;
let timer;
let pausedUntil = 0;

const show = (signedIn) => {
  at("sign-in").hidden = signedIn;
  at("dashboard").hidden = !signedIn;
  at("sign-out").hidden = !signedIn;
};

const signOut = (problem = "") => {
  clearTimeout(timer);
  token.forget();
  list.stop();
  changes.stop();
  show(false);
  say("sign-in-problem", problem);
  at("token").focus();
};

const messageOf = (error) =>
  error instanceof ApiError ? error.message : "The service cannot be reached. Trying again.";

/** Signs out without a valid token and pauses when rate limited; `report` shows any other error. */
const handleError = (error, report) => {
  if (error.status === 401 || error.status === 403) return signOut(error.message);
  if (error.status === 429) pausedUntil = Date.now() + 1_000 * (error.retryAfter ?? 10);
  report(messageOf(error), error);
};

const attempt = async (action, report = (text) => say("problem", text)) => {
  report("");
  try {
    await action();
  } catch (error) {
    handleError(error, report);
  }
};

const notify = (text) => say("notice", text);
const list = new JobList(at("jobs"), { attempt, notify });
const imports = new ImportList(at("imports"), { attempt, notify });
const changes = new Changes(at("changes"));

const chosen = () => {
  const values = new URLSearchParams();
  for (const name of filterNames) {
    const value = at("filters").elements[name].value.trim();
    if (value !== "") values.set(name, value);
  }
  if (page > 1) values.set("page", String(page));
  return values;
};

const showJobs = (jobs) => {
  list.show(jobs.results);
  say("jobs-count", `${number(jobs.total_results)} ${jobs.total_results === 1 ? "job" : "jobs"}`);
  say("page", jobs.total_pages > 0 ? `Page ${jobs.page} of ${number(jobs.total_pages)}` : "None");
  at("previous").disabled = jobs.page <= 1;
  at("next").disabled = jobs.page >= jobs.total_pages;
};

let requests = 0;

const readJobs = async () => {
  const values = chosen();
  history.replaceState(null, "", `/admin${values.size > 0 ? `?${values}` : ""}`);
  requests += 1;
  const request = requests;
  try {
    const jobs = await call(`/ingest/jobs?${values}`);
    // A response to an earlier request is ignored.
    if (request !== requests) return;
    showJobs(jobs);
    say("filter-problem", "");
  } catch (error) {
    if (error.status !== 422) throw error;
    say("filter-problem", error.message);
  }
};

let panelsReadAt = 0;

/** Freshness and imports move slowly and their answers cost requests, so they are read less often. */
const readPanels = async () => {
  if (Date.now() - panelsReadAt < 2 * refreshInterval) return;
  panelsReadAt = Date.now();
  await showRefresh(at("refresh"));
  await imports.refresh();
};

const readStats = async () => {
  const stats = await call("/stats");
  offerKinds(at("filter-kind"), stats, query.get("kind"));
  showStats(at("tiles"), stats);
  at("reindex").hidden = stats.index === null;
};

/** Reads the state and the jobs now and then again and again, while the tab is visible. */
const refresh = async () => {
  clearTimeout(timer);
  if (document.visibilityState === "visible" && Date.now() >= pausedUntil) {
    try {
      await readStats();
      await readJobs();
      await readPanels();
      say("outage", "");
    } catch (error) {
      handleError(error, (text) => say("outage", text));
    }
  }
  clearTimeout(timer);
  if (token.get()) timer = setTimeout(refresh, refreshInterval);
};

const enter = () => {
  show(true);
  panelsReadAt = 0;
  void changes.follow();
  return refresh();
};

at("sign-in-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  token.set(at("token").value.trim());
  say("sign-in-problem", "");
  try {
    await readStats();
    at("token").value = "";
    const refreshed = enter();
    document.querySelector("#dashboard h1").focus();
    await refreshed;
  } catch (error) {
    signOut(messageOf(error));
  }
});

at("sign-out").addEventListener("click", () => signOut());

/** `603, 605 series 1396` as the items of a batch; a kind applies to the ids after it. */
const itemsOf = (text, kind, withSeasons) => {
  const items = [];
  let current = kind;
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    if (kinds.includes(word.toLowerCase())) current = word.toLowerCase();
    else {
      const seasons = withSeasons && current === "series" ? { include_seasons: true } : {};
      items.push({ kind: current, external_id: word, ...seasons });
    }
  }
  return items;
};

/** The problems of a batch, by the ids as they were typed. */
const itemProblems = (error, items) => {
  const problems = (error.details ?? []).slice(0, 5).map(({ field, message }) => {
    const item = items[Number(field.split(".")[1])];
    return item ? `${item.kind} ${item.external_id}: the id ${message}.` : message;
  });
  return problems.length > 0 ? `Nothing was enqueued. ${problems.join(" ")}` : error.message;
};

/**
 * Opens a job after its request. A job that existed before can be far from the first page of all jobs:
 * `only` filters the list by its kind and id.
 */
const showJob = async (id, only) => {
  at("filters").reset();
  page = 1;
  await refresh();
  if (list.open(id) || only === undefined) return;
  at("filter-kind").value = only.kind;
  at("filter-id").value = only.external_id;
  await refresh();
  list.open(id);
};

at("ingest").addEventListener("submit", async (event) => {
  event.preventDefault();
  const items = itemsOf(
    at("ingest-ids").value,
    at("ingest-kind").value,
    at("ingest-seasons").checked,
  );
  const problem = (text, error) =>
    say("ingest-problem", error instanceof ApiError ? itemProblems(error, items) : text);
  await attempt(async () => {
    const { results } = await call("/ingest/batch", { method: "POST", body: { items } });
    const created = results.filter((each) => each.created).length;
    const jobs = results.length === 1 ? "1 job" : `${results.length} jobs`;
    say("notice", `${jobs} enqueued, ${created} of them new.`);
    at("ingest-ids").value = "";
    await showJob(results.at(-1).job_id, items.length === 1 ? items[0] : undefined);
  }, problem);
});

at("trending").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [kind, window] = at("trending-list").value.split(":");
  await attempt(async () => {
    const body = kind ? { kind, window } : {};
    const { job_id } = await call("/ingest/trending", { method: "POST", body });
    say("notice", "The refresh of the trending lists is enqueued.");
    await showJob(job_id, { kind: "trending", external_id: at("trending-list").value || "all" });
  });
});

at("import").addEventListener("submit", async (event) => {
  event.preventDefault();
  const options = new URLSearchParams();
  if (at("import-kind").value) options.set("kind", at("import-kind").value);
  if (at("import-top").value) options.set("top", at("import-top").value);
  if (at("import-seasons").checked) options.set("include_seasons", "true");
  await attempt(
    () => imports.send(at("import-file").files[0], options),
    (text) => say("import-problem", text),
  );
});

at("reindex").addEventListener("submit", async (event) => {
  event.preventDefault();
  await attempt(async () => {
    const { job_id } = await call("/search/reindex", { method: "POST" });
    say("notice", "The rebuild of the search index is enqueued.");
    await showJob(job_id, { kind: "reindex", external_id: "all" });
  });
});

const turnTo = (next) => {
  page = next;
  void refresh();
};
at("filters").addEventListener("submit", (event) => event.preventDefault());
at("filters").addEventListener("change", () => turnTo(1));
at("previous").addEventListener("click", () => turnTo(Math.max(1, page - 1)));
at("next").addEventListener("click", () => turnTo(page + 1));
document.addEventListener("visibilitychange", () => {
  if (!token.get()) return;
  if (document.visibilityState === "hidden") return changes.stop();
  void changes.follow();
  void refresh();
});

for (const name of filterNames) at("filters").elements[name].value = query.get(name) ?? "";
if (token.get()) void enter();
else signOut();
