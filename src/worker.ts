import { startNumberer } from "~/changes/numberer";
import { keepTombstones } from "~/changes/tombstones";
import type { Config } from "~/config";
import type { DatabaseAddress } from "~/db/client";
import { type Deps, openDeps } from "~/deps";
import { hasWork, moveEntries } from "~/imports/mover";
import { handlers } from "~/ingest/handlers";
import { reclaim, release } from "~/jobs/rescue";
import { keepPositions } from "~/positions/keeper";
import type { ProviderCall } from "~/provider/http/client";
import { byRequester } from "~/refresh/planned-jobs";
import { type Step, startPlanner } from "~/refresh/planner";
import { storeIntervals } from "~/refresh/rules";
import { isRefreshing, refreshBudget, refreshSteps } from "~/refresh/steps";
import { openMeili } from "~/search/index/client";
import { runRelay } from "~/search/index/relay";
import { WakeSignal } from "~/wake-signal";
import { runLoop } from "~/workers/loop";
import { scheduleTrending } from "~/workers/schedule";
import { superviseThreads } from "~/workers/supervisor";
import { startSweeper } from "~/workers/sweeper";
import type { ThreadPort } from "~/workers/thread-port";
import { listenForJobs, threadsOf, wakenBy } from "~/workers/wake";

/**
 * The worker thread's module. This file must be in the folder of the entry point: in a compiled binary
 * a module's URL is that of the entry, and only files beside it are found.
 */
const threadUrl = new URL("./thread.ts", import.meta.url).href;

/** What a worker thread gets at its start; plain data. */
export type ThreadSetup = {
  config: Config;
  address: DatabaseAddress;
  /** Where the main thread says that a job became due. */
  channel: string;
  /** Set for the one thread that keeps the secondary index in sync instead of running jobs. */
  relay?: true;
};

/** What a thread tells the main thread to count: a call to the provider, or how a refresh ended. */
type ThreadReport = { call: ProviderCall } | { refreshed: string };

/** The work of one thread: jobs, one at a time, until its supervisor asks it to drain. */
export async function runWorker(setup: ThreadSetup, port: ThreadPort): Promise<void> {
  const { config, address } = setup;
  const languages = config.catalogLanguages;
  if (setup.relay) return relayIndex(config, address, port);
  const report = (what: ThreadReport) => port.report(what);
  const deps = openDeps(config, address, "worker", (call) => report({ call }));
  const wakeSignal = new WakeSignal();
  wakenBy(setup.channel, wakeSignal);
  port.ready();
  await runLoop({
    db: deps.db,
    handlers: byRequester({
      db: deps.db,
      direct: handlers({ db: deps.db, provider: deps.provider, languages }),
      planned: handlers({
        db: deps.db,
        languages: refreshBudget(config).season_calls > 1 ? languages : [],
        provider: deps.planned,
        onStored: (refreshed) => report({ refreshed }),
      }),
      onFailed: (refreshed) => report({ refreshed }),
    }),
    log: deps.log,
    signal: port.signal,
    wakeSignal,
    random: Math.random,
    onClaim: port.claiming,
  });
  await deps.close();
}

async function relayIndex(
  config: Config,
  address: DatabaseAddress,
  port: ThreadPort,
): Promise<void> {
  if (config.meili === undefined) return;
  const { db, log, close } = openDeps(config, address, "relay");
  const { index } = config.meili;
  port.ready();
  await runRelay({ db, meili: openMeili(config.meili), index, log, signal: port.signal });
  await close();
}

/** Starts the thread that keeps the secondary index in sync; none without MEILI_URL. */
export function startRelay(
  { config, log }: Pick<Deps, "config" | "log">,
  address: DatabaseAddress,
): Workers {
  if (config.meili === undefined) return { ready: Promise.resolve(), stop: async () => {} };
  return superviseThreads({
    url: threadUrl,
    count: 1,
    setup: { config, address, channel: "", relay: true } satisfies ThreadSetup,
    log,
    onLost: async () => {},
  });
}

/** Whether jobs can fetch anything: without the provider's token each of them would fail. */
const canFetch = ({ provider, tmdb }: Config) => provider === "fixture" || tmdb.token !== undefined;

/** What the planner looks after, in the order of a pass. */
const plannerSteps = (config: Config, refreshes: boolean): Step[] => [
  ...(canFetch(config) ? [{ name: "imports", isDue: hasWork, act: moveEntries }] : []),
  ...(refreshes ? refreshSteps(config) : []),
];

export type Workers = {
  /** Resolves when every thread takes jobs. */
  ready: Promise<void>;
  /** Queues running jobs again and ends the threads, within the deadline. */
  stop: (deadline_ms: number) => Promise<void>;
};

export type WorkOptions = {
  schedule: boolean;
  /** Whether the planner keeps records fresh, where the settings allow it; imports go on in any case. */
  plan?: boolean;
  /** Called after every call of a thread to the provider. */
  onProviderCall?: (call: ProviderCall) => void;
  /** Called when a record was fetched again, with "changed", "unchanged" or an error code. */
  onRefreshed?: (outcome: string) => void;
};

/**
 * Starts the threads, the sweep for jobs of lost workers, the upkeep of positions and of the change feed
 * and the planner and, if enabled, the trending schedule.
 */
export function startWorkers(
  { db, driver, config, log }: Deps,
  address: DatabaseAddress,
  { schedule, plan = false, onProviderCall, onRefreshed }: WorkOptions,
): Workers {
  const channel = `jobs ${crypto.randomUUID()}`;
  const loops = threadsOf(channel);
  listenForJobs(driver, loops);
  const threads = superviseThreads({
    url: threadUrl,
    count: config.workerConcurrency,
    setup: { config, address, channel } satisfies ThreadSetup,
    log,
    onLost: (lease_token, cause) =>
      cause === "died" ? release(db, lease_token) : reclaim(db, lease_token),
    onReport: (given) => {
      const report = given as ThreadReport;
      if ("call" in report) onProviderCall?.(report.call);
      else onRefreshed?.(report.refreshed);
    },
  });
  const relay = startRelay({ config, log }, address);
  const sweeper = startSweeper(db, log);
  const positions = keepPositions(db, log);
  const numberer = startNumberer({ db, driver, log });
  const tombstones = keepTombstones(db, log, { days: config.changesTombstoneDays });
  const enabled = schedule && canFetch(config);
  const trending = scheduleTrending({ db, cron: config.trendingCron, log, enabled });
  const planner = startPlanner({
    db,
    log,
    steps: plannerSteps(config, plan),
    // A command may have other settings than the service, whose intervals count.
    first:
      plan && isRefreshing(config)
        ? (db) => storeIntervals(db, config.refresh.intervals)
        : undefined,
  });
  return {
    ready: Promise.all([threads.ready, relay.ready]).then(() => {}),
    stop: async (deadline_ms) => {
      const threadsEnd = [threads.stop(deadline_ms), relay.stop(deadline_ms)];
      loops.close();
      const upkeep = [sweeper.stop(), positions.stop(), numberer.stop(), tombstones.stop()];
      await Promise.all([trending.stop(), planner.stop(), ...upkeep, ...threadsEnd]);
    },
  };
}
