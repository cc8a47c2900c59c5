import { call, upload } from "./api.js";
import { ago, capital, duration, element, number } from "./text.js";

const counted = ["succeeded", "failed", "enqueued", "pending", "skipped", "invalid"];

const countsOf = (one) =>
  counted
    .filter((name) => one[name] > 0)
    .map((name) => `${number(one[name])} ${name}`)
    .join(", ");

const stateOf = ({ status, finished_at, eta_seconds }) => {
  if (finished_at !== null) return element("span", "when soft", "finished ", ago(finished_at));
  if (status === "paused") return element("span", "when soft", "paused");
  const left = eta_seconds === null ? "" : `${duration(eta_seconds)} left`;
  return element("span", "when soft", left);
};

/** The list of imports: progress, time left, and what an operator can do with each. */
export class ImportList {
  /** `attempt` runs an action and shows its error, `notify` shows what has happened. */
  constructor(list, { attempt, notify }) {
    this.list = list;
    this.attempt = attempt;
    this.notify = notify;
  }

  /** Reads and shows the newest imports. */
  async refresh() {
    const { results } = await call("/imports?page_size=5");
    const focused = document.activeElement?.dataset?.action;
    this.list.replaceChildren(...results.map((one) => this.#item(one)));
    if (results.length === 0) this.list.append(element("li", "soft", "No import so far."));
    if (focused) this.list.querySelector(`[data-action="${focused}"]`)?.focus();
  }

  /** Sends a file with the options of the command `import`. */
  async send(file, options) {
    const made = await upload(`/imports?${options}`, file);
    this.notify(`${number(made.pending)} ids to import, ${number(made.skipped)} skipped.`);
    await this.refresh();
  }

  #item(one) {
    const name = `${one.source} (${capital(one.kind)})`;
    const bar = element("progress");
    bar.max = Math.max(1, one.total - one.skipped - one.invalid);
    bar.value = one.succeeded + one.failed;
    bar.setAttribute("aria-label", `Progress of ${name}`);
    const actions = element("span", "actions", ...this.#actions(one, name));
    const line = element("div", "summary", element("strong", "", name), bar, stateOf(one), actions);
    return element("li", "card", line, element("p", "soft", countsOf(one)));
  }

  #actions(one, name) {
    if (one.finished_at !== null || one.pending === 0) return [];
    const verbs = one.status === "paused" ? ["resume", "cancel"] : ["pause", "cancel"];
    return verbs.map((verb) => {
      const button = element("button", "plain", capital(verb));
      button.type = "button";
      button.dataset.action = `${verb} ${one.id}`;
      button.setAttribute("aria-label", `${capital(verb)} ${name}`);
      button.addEventListener("click", () =>
        this.attempt(async () => {
          await call(`/imports/${one.id}/${verb}`, { method: "POST" });
          await this.refresh();
        }),
      );
      return button;
    });
  }
}
