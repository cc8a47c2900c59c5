import { existsSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Microseconds of CPU that a process has used in all its threads; 0 once it has ended. Linux only. */
export function cpuOf(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}
