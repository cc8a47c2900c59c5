import { call, events } from "./api.js";
import { ago, capital, element, number, terms } from "./text.js";

const final = ["succeeded", "failed", "canceled"];
const collections = {
  movie: "movies",
  series: "series",
  person: "people",
  collection: "collections",
};

const isOver = ({ status }) => final.includes(status);
const nameOf = ({ kind, external_id }) => `${capital(kind)} ${external_id}`;

const entityOf = ({ result }) => {
  if (!result?.entity_id) return [];
  const { entity_kind: kind, entity_id: id } = result;
  if (!collections[kind]) return [["record", element("code", "", id)]];
  const link = element("a", "", element("code", "", id));
  link.href = `/api/v1/${collections[kind]}/${id}`;
  return [["record", link]];
};

const momentsOf = (job) =>
  ["created_at", "started_at", "finished_at", "next_attempt_at"]
    .filter((name) => job[name] !== null)
    .map((name) => [name.replace("_at", "").replace("_", " "), ago(job[name])]);

const detailsOf = (job) => {
  const { children, result, error } = job;
  const entries = [
    ["job", element("code", "", job.id)],
    ["run", number(job.run)],
    ["attempts", `${job.attempts} of ${job.max_attempts}`],
    ...momentsOf(job),
    ...entityOf(job),
  ];
  if (result) entries.push(["outcome", result.outcome]);
  if (error) entries.push(["error", element("code", "", error.code)]);
  if (error) entries.push(["can be retried", error.retryable ? "yes" : "no"]);
  if (job.params.include_seasons) entries.push(["seasons", "included"]);
  if (job.parent_id) entries.push(["parent", element("code", "", job.parent_id)]);
  if (children.total > 0) {
    const { succeeded, failed, total } = children;
    entries.push(["follow-up jobs", `${succeeded} of ${total} done, ${failed} failed`]);
  }
  return terms(entries);
};

const warningsOf = ({ result }) => {
  const warnings = result?.warnings ?? [];
  if (warnings.length === 0) return [];
  return [element("ul", "warnings", ...warnings.map((text) => element("li", "", text)))];
};

/** One job in the list: its name, progress and actions. */
class Row {
  constructor(job, list) {
    this.list = list;
    this.item = element("li", "job card");
    this.badge = element("span", "badge");
    this.name = element("button", "name");
    this.name.type = "button";
    this.name.setAttribute("aria-expanded", "false");
    this.name.addEventListener("click", () => this.toggle());
    this.progress = element("span", "progress");
    this.bar = element("progress");
    this.count = element("span");
    this.progress.append(this.bar, this.count);
    this.when = element("span", "when soft");
    this.retry = this.action("Retry", "retry");
    this.cancel = this.action("Cancel", "cancel");
    this.error = element("p", "problem");
    this.details = element("div", "details");
    this.details.id = `details-${job.id}`;
    this.details.hidden = true;
    this.name.setAttribute("aria-controls", this.details.id);
    const actions = element("span", "actions", this.retry, this.cancel);
    const line = element(
      "div",
      "summary",
      this.badge,
      this.name,
      this.progress,
      this.when,
      actions,
    );
    this.item.append(line, this.error, this.details);
    this.show(job);
  }

  action(label, verb) {
    const button = element("button", "plain", label);
    button.type = "button";
    button.addEventListener("click", () => this.act(button, verb));
    return button;
  }

  show(job) {
    this.job = job;
    const { status, progress, error } = job;
    const name = nameOf(job);
    this.item.dataset.status = status;
    this.badge.textContent = status;
    this.name.textContent = name;
    this.progress.hidden = progress.total === 0;
    this.bar.max = Math.max(1, progress.total);
    this.bar.value = progress.done;
    this.bar.setAttribute("aria-label", `Progress of ${name}`);
    this.count.textContent = `${progress.done} of ${progress.total}`;
    this.when.replaceChildren(ago(job.updated_at));
    this.retry.hidden = status !== "failed" && status !== "canceled";
    this.cancel.hidden = isOver(job);
    this.retry.setAttribute("aria-label", `Retry ${name}`);
    this.cancel.setAttribute("aria-label", `Cancel ${name}`);
    this.error.hidden = error === null;
    this.error.textContent = error?.message ?? "";
    if (!this.details.hidden) this.details.replaceChildren(detailsOf(job), ...warningsOf(job));
  }

  toggle(open = this.details.hidden) {
    this.details.hidden = !open;
    this.name.setAttribute("aria-expanded", String(open));
    this.show(this.job);
    if (open) void this.list.follow(this);
    else this.list.leave(this);
  }

  async act(button, verb) {
    button.disabled = true;
    await this.list.attempt(async () => {
      this.show(await call(`/ingest/jobs/${this.job.id}/${verb}`, { method: "POST" }));
      this.list.notify(`${nameOf(this.job)} is ${this.job.status}.`);
      // The button is hidden now, so it loses the focus.
      this.name.focus();
      this.toggle(true);
    });
    button.disabled = false;
  }
}

/** The list of jobs. Rows keep their elements, so that the focus stays in place. */
export class JobList {
  #rows = new Map();
  #followed;
  #following = new AbortController();

  /** `attempt` runs an action and shows its error, `notify` shows what has happened. */
  constructor(element, { attempt, notify }) {
    this.element = element;
    this.attempt = attempt;
    this.notify = notify;
  }

  show(jobs) {
    const rows = jobs.map((job) => {
      const row = this.#rows.get(job.id);
      row?.show(job);
      return row ?? new Row(job, this);
    });
    this.#rows = new Map(rows.map((row) => [row.job.id, row]));
    if (!rows.includes(this.#followed)) this.stop();
    const items = rows.map(({ item }) => item);
    const same = items.length === this.element.children.length;
    if (same && items.every((item, index) => item === this.element.children[index])) return;
    const focused = document.activeElement;
    this.element.replaceChildren(...items);
    if (this.element.contains(focused)) focused.focus({ preventScroll: true });
  }

  /** Opens a job and follows it; false when the list does not show it. */
  open(id) {
    const row = this.#rows.get(id);
    row?.toggle(true);
    return row !== undefined;
  }

  /** Shows one job live until it ends or another job is followed. */
  async follow(row) {
    this.stop();
    this.#followed = row;
    const { signal } = this.#following;
    while (!signal.aborted && !isOver(row.job)) {
      let pause = 3;
      try {
        for await (const job of events(`/ingest/jobs/${row.job.id}/events`, signal)) row.show(job);
      } catch (error) {
        // The stream is opened again after a pause; the list is refreshed anyway.
        pause = error.retryAfter ?? pause;
      }
      if (!isOver(row.job)) await new Promise((resolve) => setTimeout(resolve, 1_000 * pause));
    }
  }

  /** Stops following this job. */
  leave(row) {
    if (row === this.#followed) this.stop();
  }

  /** Stops following any job. */
  stop() {
    this.#following.abort();
    this.#following = new AbortController();
    this.#followed = undefined;
  }
}
