import { type DatabaseAddress, openDatabase } from "~/db/client";
import { succeed } from "~/jobs/settlement";
import { WakeSignal } from "~/wake-signal";
import type { Handler } from "~/workers/attempt";
import { runLoop } from "~/workers/loop";
import { serveThread } from "~/workers/thread-port";
import { listenForJobs } from "~/workers/wake";
import { memoryLog } from "../jobs/observation";
import { result } from "../jobs/records";
import { everyKind } from "./loops";

/** A worker thread whose jobs do what their external ids name. */
serveThread<{ address: DatabaseAddress; stillborn?: boolean }>(async (setup, port) => {
  if (setup.stillborn) throw new Error("no life in it");
  const { db, driver, close } = openDatabase(setup.address, { max: 2 });
  const deeds: Record<string, () => unknown> = {
    crash: () => setTimeout(() => fault("outside of any promise"), 0),
    reject: () => void Promise.reject(new Error("unhandled")),
    exit: () => process.exit(3),
    spin: () => {
      for (;;);
    },
    deaf: () => port.signal.addEventListener("abort", () => deeds.spin?.()),
  };
  const handler: Handler = async (job) => {
    const deed = deeds[job.external_id];
    if (deed === undefined) return db.transaction((tx) => succeed(tx, job, result));
    deed();
    return new Promise(() => {});
  };
  const wakeSignal = new WakeSignal();
  listenForJobs(driver, wakeSignal);
  port.ready();
  await runLoop({
    db,
    handlers: everyKind(handler),
    wakeSignal,
    log: memoryLog().log,
    signal: port.signal,
    random: Math.random,
    settings: { poll_ms: 20, grace_ms: 50 },
    onClaim: port.claiming,
  });
  await close();
}, 20);

function fault(message: string): never {
  throw new Error(message);
}
