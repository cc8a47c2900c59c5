import { cpus, totalmem } from "node:os";
import type { Column, Row, ScaleName } from "../part";

/** What a part measured. */
export type PartResult = { columns: Record<string, Column>; rows: readonly Row[] };

/** What a run measured, as its JSON file holds it. */
export type Result = {
  version: 1;
  /** When the run ended, in UTC. */
  date: string;
  command: string;
  commit: string;
  machine: { cpu: string; cores: number; memory_gb: number; bun: string; postgresql: string };
  rounds: number;
  /** By the size of the catalog and the name of the part. */
  scales: Partial<Record<ScaleName, Record<string, PartResult>>>;
  /** Those that read no catalog. */
  parts: Record<string, PartResult>;
};

const order: readonly ScaleName[] = ["10k", "100k", "1m"];

/** The sizes that a result has, from the smallest. */
export const sizesOf = ({ scales }: Pick<Result, "scales">): ScaleName[] =>
  order.filter((size) => size in scales);

/** All parts of a result by their titles: the name and, where it matters, the size of the catalog. */
export function titled({ scales, parts }: Result): [string, PartResult][] {
  const sized = Object.entries(scales).flatMap(([scale, parts]) =>
    Object.entries(parts).map(([name, part]): [string, PartResult] => [`${name}, ${scale}`, part]),
  );
  return [...sized, ...Object.entries(parts)];
}

/** The commit of this tree, with `+` if files differ from it. */
function commit(): string {
  const git = (...args: string[]) =>
    Bun.spawnSync(["git", ...args])
      .stdout.toString()
      .trim();
  return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "-uno") && "+"}`;
}

/** Describes this run and the machine it runs on. */
export function describeRun(rounds: number, postgresql: string): Omit<Result, "scales" | "parts"> {
  const [cpu] = cpus();
  return {
    version: 1,
    date: new Date().toISOString(),
    command: ["bun run bench", ...process.argv.slice(2)]
      .join(" ")
      .replace(/ --(json|binary|compare|svg|document|template) \S+/g, ""),
    commit: commit(),
    machine: {
      cpu: cpu?.model.trim() ?? "unknown",
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 2 ** 30),
      bun: Bun.version,
      postgresql,
    },
    rounds,
  };
}

/** The figures that an earlier run wrote. */
export const readResult = async (path: string): Promise<Result> =>
  (await Bun.file(path).json()) as Result;

/**
 * Writes the figures to a file and returns what it then holds. Parts that an earlier run of the same commit measured stay in it, so that a
 * long bench can be done in pieces.
 */
export async function writeResult(path: string, result: Result): Promise<Result> {
  const file = Bun.file(path);
  const earlier = (await file.exists()) ? await readResult(path) : undefined;
  const same = earlier?.commit === result.commit ? earlier : undefined;
  const scales = { ...same?.scales };
  for (const [scale, parts] of Object.entries(result.scales)) {
    scales[scale as ScaleName] = { ...scales[scale as ScaleName], ...parts };
  }
  const whole = { ...result, scales, parts: { ...same?.parts, ...result.parts } };
  await Bun.write(file, `${JSON.stringify(whole, null, 1)}\n`);
  return whole;
}
