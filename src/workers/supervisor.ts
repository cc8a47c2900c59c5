import { type ThreadSettings, ThreadSlot } from "./thread-slot";

/** Defaults: `silence_ms` 10 s, `short_life_ms` 1 s, `respawn_ms` 100 ms. */
export type SupervisorOptions = Omit<
  ThreadSettings,
  "silence_ms" | "short_life_ms" | "respawn_ms"
> &
  Partial<ThreadSettings> & { count: number };

export type Supervisor = {
  /** Resolves when every slot has had a thread that was ready for jobs. */
  ready: Promise<void>;
  /** Threads queue their jobs again and end by themselves; after the deadline they are terminated. */
  stop: (deadline_ms: number) => Promise<void>;
};

/**
 * Keeps `count` threads running. A thread that crashes, exits or stops responding is replaced and its
 * job is released. The main thread keeps serving meanwhile.
 */
export function superviseThreads({ count, ...options }: SupervisorOptions): Supervisor {
  const settings = { silence_ms: 10_000, short_life_ms: 1_000, respawn_ms: 100, ...options };
  const slots = Array.from({ length: count }, () => new ThreadSlot(settings));
  return {
    ready: Promise.all(slots.map((slot) => slot.ready)).then(() => {}),
    stop: async (deadline_ms) => {
      await Promise.all(slots.map((slot) => slot.stop(deadline_ms)));
    },
  };
}
