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
  if (error) entries.push(["worth a retry", error.retryable ? "yes" : "no"]);
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

/** One job in the list: what it is, how far it is, what can be done about it. */
class Row {
  constructor(job, desk) {
    this.desk = desk;
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
    button.addEventListener("click", () => this.steer(button, verb));
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
    if (open) void this.desk.follow(this);
    else this.desk.leave(this);
  }

  async steer(button, verb) {
    button.disabled = true;
    await this.desk.attempt(async () => {
      this.show(await call(`/ingest/jobs/${this.job.id}/${verb}`, { method: "POST" }));
      this.desk.tell(`${nameOf(this.job)} is ${this.job.status}.`);
      // The button that was pressed is gone now.
      this.name.focus();
      this.toggle(true);
    });
    button.disabled = false;
  }
}

/** The list of jobs; rows stay the same elements, so that the focus stays where it is. */
export class JobList {
  #rows = new Map();
  #followed;
  #following = new AbortController();

  /** `attempt` runs what may be refused and tells so, `tell` says what has happened. */
  constructor(list, { attempt, tell }) {
    this.list = list;
    this.attempt = attempt;
    this.tell = tell;
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
    const same = items.length === this.list.children.length;
    if (same && items.every((item, place) => item === this.list.children[place])) return;
    const focused = document.activeElement;
    this.list.replaceChildren(...items);
    if (this.list.contains(focused)) focused.focus({ preventScroll: true });
  }

  /** Opens a job and follows it; false when the list does not show it. */
  open(id) {
    const row = this.#rows.get(id);
    row?.toggle(true);
    return row !== undefined;
  }

  /** Shows one job live, until it ends or another one is followed. */
  async follow(row) {
    this.stop();
    this.#followed = row;
    const { signal } = this.#following;
    while (!signal.aborted && !isOver(row.job)) {
      let pause = 3;
      try {
        for await (const job of events(`/ingest/jobs/${row.job.id}/events`, signal)) row.show(job);
      } catch (error) {
        // A stream that breaks or is refused is asked for again; the list is renewed anyway.
        pause = error.retryAfter ?? pause;
      }
      if (!isOver(row.job)) await new Promise((resolve) => setTimeout(resolve, 1_000 * pause));
    }
  }

  /** Follows this job no longer. */
  leave(row) {
    if (row === this.#followed) this.stop();
  }

  /** Follows nothing any more. */
  stop() {
    this.#following.abort();
    this.#following = new AbortController();
    this.#followed = undefined;
  }
}
