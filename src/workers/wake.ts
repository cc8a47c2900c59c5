import type { Sql } from "postgres";
import type { WakeSignal } from "~/wake-signal";

/**
 * Wakes an idle loop when a job becomes due. The driver uses a separate connection for this and reopens
 * it when it ends. Each new connection wakes once, because notifications in between are lost. Loops
 * also poll, so nothing depends on this connection. It ends with the driver.
 */
export function listenForJobs(driver: Sql, wakeSignal: WakeSignal): void {
  driver
    .listen(
      "jobs",
      () => wakeSignal.wake(),
      () => wakeSignal.wake(),
    )
    .catch(() => {});
}
