import { readdirSync } from "node:fs";
import { type CollectFunction, Counter, Gauge, type Registry } from "prom-client";

/**
 * Metrics of this process from the operating system, under the usual Prometheus names. prom-client's own
 * collector needs functions of Node that Bun does not have.
 */
export function collectProcess(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({ name, help, registers: [registry], collect: collector(read) });
  gauge("process_resident_memory_bytes", "Memory in use, threads included", () =>
    process.memoryUsage.rss(),
  );
  gauge(
    "process_start_time_seconds",
    "Start time of the process in seconds since 1970",
    () => started,
  );
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
  watchEventLoop(registry);
}

const started = performance.timeOrigin / 1_000;

const collector = (read: () => number | undefined): CollectFunction<Gauge> =>
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

const INTERVAL_MS = 500;

/** A metric of the longest delay of a timer since the last scrape, which delayed all requests too. */
function watchEventLoop(registry: Registry): void {
  let worst = 0;
  let due = performance.now() + INTERVAL_MS;
  setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - due);
    due = now + INTERVAL_MS;
  }, INTERVAL_MS).unref();
  new Gauge({
    name: "media_catalog_event_loop_delay_seconds",
    help: "Longest delay of the main thread's event loop since the last scrape",
    registers: [registry],
    collect() {
      this.set(worst / 1_000);
      worst = 0;
    },
  });
}
