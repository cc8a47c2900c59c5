import { describe, expect, test } from "bun:test";
import { retryDelay, snoozeDelay } from "~/jobs/backoff";

const sample = (delay: () => number) => Array.from({ length: 1_000 }, delay);

describe("P6: delays", () => {
  const bounds = { 1: [2.5, 5], 2: [10, 20], 3: [40, 80], 4: [160, 320], 5: [300, 600] };
  for (const [attempts, [least = 0, most = 0]] of Object.entries(bounds)) {
    test(`P6: after attempt ${attempts} the next one waits between ${least} and ${most} s`, () => {
      const delays = sample(() => retryDelay(Number(attempts), Math.random));
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(least);
      expect(Math.max(...delays)).toBeLessThanOrEqual(most);
      expect(new Set(delays).size).toBe(1_000);
    });
  }

  test("5.1: a wait for the provider doubles from 10 s to 900 s, with jitter", () => {
    const ceilings = [0, 1, 2, 6, 7, 500].map((snoozes) => snoozeDelay(snoozes, null, () => 1));
    expect(ceilings).toEqual([10, 20, 40, 640, 900, 900]);
    expect(snoozeDelay(0, null, () => 0)).toBe(5);
  });

  test("F17: what the provider asks for is waited, up to an hour", () => {
    const waits = [7, 60, 86_400].map((seconds) => snoozeDelay(0, seconds, () => 0));
    expect(waits).toEqual([7, 60, 3_600]);
    expect(snoozeDelay(3, 7, () => 0)).toBe(40);
  });
});
