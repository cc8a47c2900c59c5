import { Counter, Gauge, type Registry } from "prom-client";
import type { AnyHotAnswers } from "~/http/hot-answers/hot-answers";

const prefix = "media_catalog_hot_answers_";

/** Metrics of the answers that this process keeps. */
export function collectHotAnswers(registry: Registry, hot: AnyHotAnswers): void {
  const registers = [registry];
  new Counter({
    name: `${prefix}reads_total`,
    help: "Public reads: hit from what is kept, shared with an equal request, or miss, computed",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: "hit" }, hot.counts.hits);
      this.inc({ outcome: "shared" }, hot.counts.shared);
      this.inc({ outcome: "miss" }, hot.counts.misses);
    },
  });
  new Counter({
    name: `${prefix}invalidations_total`,
    help: "Commits after which all answers were forgotten, or those of one record",
    labelNames: ["scope"],
    registers,
    collect() {
      this.reset();
      this.inc({ scope: "all" }, hot.counts.emptied);
      this.inc({ scope: "record" }, hot.counts.dropped);
    },
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: prefix + name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("bytes", "Memory of the answers that are kept", () => hot.bytes);
  gauge("entries", "Answers that are kept", () => hot.entries);
  gauge("up", "1 while changes of the catalog are heard of, which keeping answers needs", () =>
    hot.changes.hears ? 1 : 0,
  );
}
