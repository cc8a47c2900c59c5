/** Facts a script found, told as it goes; the first that is wrong makes the process end with 1. */
export function check(holds: boolean, fact: string): void {
  console.log(`${holds ? "ok    " : "BROKEN"}  ${fact}`);
  if (!holds) process.exitCode = 1;
}

/** Asks again and again until the answer is true; the seconds that took. */
export async function secondsUntil(ask: () => Promise<boolean>, most_s = 60): Promise<number> {
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1_000;
  while (!(await ask().catch(() => false))) {
    if (elapsed() > most_s) return Number.POSITIVE_INFINITY;
    await Bun.sleep(10);
  }
  return elapsed();
}

export type Load = {
  /** Ends the load; how its answers were. */
  stop: () => Promise<{ answers: Map<number | string, number>; slowest_ms: number; hung: number }>;
};

/** How one call ended: its status, or the name of its error. */
async function outcomeOf(url: string, init?: RequestInit): Promise<number | string> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(HUNG_MS) });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    return error instanceof Error ? error.name : "error";
  }
}

const HUNG_MS = 10_000;

/** So many callers at once, each asking again as soon as it is answered; 10 s without answer is hung. */
export function load(url: string, callers: number, init?: RequestInit): Load {
  let stopping = false;
  const answers = new Map<number | string, number>();
  let slowest_ms = 0;
  let hung = 0;
  const call = async () => {
    while (!stopping) {
      const start = performance.now();
      const outcome = await outcomeOf(url, init);
      const took = performance.now() - start;
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
      slowest_ms = Math.max(slowest_ms, took);
      if (took >= HUNG_MS) hung += 1;
      if (outcome !== 200) await Bun.sleep(20);
    }
  };
  const running = Array.from({ length: callers }, call);
  return {
    stop: async () => {
      stopping = true;
      await Promise.all(running);
      return { answers, slowest_ms, hung };
    },
  };
}

/** Ends the script: the pool of the test server would keep it. */
export const finish = (): never => process.exit(process.exitCode ?? 0);

export const told = (answers: Map<number | string, number>): string =>
  [...answers].map(([what, n]) => `${n} x ${what}`).join(", ");
