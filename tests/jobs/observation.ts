import type { Log } from "~/log";

/** Repeats an expectation until it holds, or throws its last failure. */
export async function eventually(expectation: () => Promise<unknown>, within_ms = 15_000) {
  const end = performance.now() + within_ms;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await Bun.sleep(5);
    }
  }
}

/** A log that keeps its lines, except debug lines. */
export function memoryLog(): { log: Log; lines: () => string[] } {
  const kept: string[] = [];
  const write = (fields: Record<string, unknown>, message: string) => {
    kept.push(`${message} ${JSON.stringify(fields)}`);
  };
  return { log: { debug: () => {}, info: write, warn: write, error: write }, lines: () => kept };
}
