import { readdirSync } from "node:fs";
import { type CollectFunction, Counter, Gauge, type Registry } from "prom-client";

/**
 * What the operating system knows of this process, under the names every Prometheus client uses.
 * prom-client's own collection asks Node for things that Bun does not have.
 */
export function collectProcess(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({ name, help, registers: [registry], collect: setTo(read) });
  gauge("process_resident_memory_bytes", "Memory in use, threads included", () =>
    process.memoryUsage.rss(),
  );
  gauge("process_start_time_seconds", "When the process started, since 1970", () => started);
  gauge("process_open_fds", "Open files and sockets", openFiles);
  let counted = 0;
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time, user and system, threads included",
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      const seconds = (user + system) / 1_000_000;
      this.inc(Math.max(0, seconds - counted));
      counted = seconds;
    },
  });
  watchLoop(registry);
}

const started = performance.timeOrigin / 1_000;

const setTo = (read: () => number | undefined): CollectFunction<Gauge> =>
  function collect() {
    const value = read();
    if (value !== undefined) this.set(value);
  };

function openFiles(): number | undefined {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return undefined;
  }
}

const EVERY_MS = 500;

/** The worst delay of a timer since the last look: what held up every request meanwhile. */
function watchLoop(registry: Registry): void {
  let worst = 0;
  let due = performance.now() + EVERY_MS;
  setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - due);
    due = now + EVERY_MS;
  }, EVERY_MS).unref();
  new Gauge({
    name: "media_catalog_event_loop_delay_seconds",
    help: "The longest that the main thread was held up since the last look",
    registers: [registry],
    collect() {
      this.set(worst / 1_000);
      worst = 0;
    },
  });
}
