import type { Sql } from "postgres";
import type { WakeSignal } from "~/wake-signal";

type Wakes = Pick<WakeSignal, "wake">;

/**
 * Wakes idle loops when a job becomes due. The driver uses a separate connection for this and reopens
 * it when it ends. Each new connection wakes once, because notifications in between are lost. Loops
 * also poll, so nothing depends on this connection. It ends with the driver.
 */
export function listenForJobs(driver: Sql, wakeSignal: Wakes): void {
  driver
    .listen(
      "jobs",
      () => wakeSignal.wake(),
      () => wakeSignal.wake(),
    )
    .catch(() => {});
}

/**
 * Wakes the loops of all threads that {@link wakenBy} this channel. One connection listens for all of them:
 * every notification, also of other channels, costs each connection that listens a look.
 */
export function threadsOf(channel: string): Wakes & { close: () => void } {
  const threads = new BroadcastChannel(channel);
  threads.unref();
  return { wake: () => threads.postMessage("jobs"), close: () => threads.close() };
}

/** Wakes the loop of this thread when the main thread says so. */
export function wakenBy(channel: string, wakeSignal: Wakes): void {
  const main = new BroadcastChannel(channel);
  main.unref();
  main.onmessage = () => wakeSignal.wake();
}
