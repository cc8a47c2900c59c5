import { type ThreadSettings, ThreadSlot } from "./thread-slot";

/** The times have defaults: 10 s of silence, 1 s of life, 100 ms before a replacement. */
export type SupervisorOptions = Omit<
  ThreadSettings,
  "silence_ms" | "short_life_ms" | "respawn_ms"
> &
  Partial<ThreadSettings> & { count: number };

export type Supervisor = {
  /** Resolves when every place has had a thread that was ready for jobs. */
  ready: Promise<void>;
  /** Threads hand their jobs back and end by themselves; after the deadline they are ended. */
  stop: (deadline_ms: number) => Promise<void>;
};

/**
 * Keeps `count` threads running: one that crashes, exits or falls silent is replaced and its job
 * freed, while the main thread goes on (T25, F5).
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
