import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../jobs/observation";
import { movieBody } from "../support/bodies/movie";
import { standIn } from "../support/provider";
import { finished, type Program, program, providerEnv, serving, temporaryFolder } from "./program";

setDefaultTimeout(60_000);

const LONGEST_GAP_MS = 3_000;

/** How long a service has not been ready since now, asked all the time, and its slowest answer. */
async function gapOf(url: string) {
  const start = performance.now();
  let [failedAt, slowest] = [0, 0];
  for (let calm = 0; calm < 20; ) {
    const asked = performance.now();
    const { status } = await fetch(`${url}/health/ready`);
    slowest = Math.max(slowest, performance.now() - asked);
    calm = status === 200 && failedAt > 0 ? calm + 1 : 0;
    if (status !== 200) failedAt = performance.now();
    if (performance.now() - start > 15_000) throw new Error("it never was ready again");
    await Bun.sleep(10);
  }
  return { gap: failedAt - start, slowest };
}

/** A service that started the database of a folder, and another program that uses it, too. */
async function shared(data_dir: string, other: string[]) {
  const settings = { DATA_DIR: data_dir, WORKER_CONCURRENCY: "1", LOG_LEVEL: "silent" };
  const owner = await serving(settings);
  return { owner, survivor: program(other, { ...settings, PORT: "0" }) };
}

/** The processes of the database of a folder that are left; zombies are none. */
async function processesOf(data_dir: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")),
  );
  return lines.filter((line) => line.includes(`${data_dir}/postgres/data`));
}

async function stopped(running: Program) {
  running.process.kill("SIGTERM");
  return running.exited;
}

describe("F7: a database that several processes use outlives the one that started it", () => {
  const others: [string[], RegExp, NodeJS.Signals][] = [
    [["serve"], /listens on (http:\S+)/, "SIGTERM"],
    [["serve"], /listens on (http:\S+)/, "SIGKILL"],
    [["worker", "--health"], /health is at (http:\S+)\/health/, "SIGTERM"],
  ];
  test.each(others)("%p goes on (%p, %s)", async (command, address, signal) => {
    await using folder = await temporaryFolder();
    const { owner, survivor } = await shared(folder.path, command);
    await using _owner = owner;
    await using _survivor = survivor;
    const [, url = ""] = await survivor.says(address);
    owner.process.kill(signal);
    const { gap, slowest } = await gapOf(url);
    console.log(`${command.join(" ")}, ${signal}: not ready for ${gap.toFixed(0)} ms`);
    expect(gap).toBeLessThan(LONGEST_GAP_MS);
    expect(slowest).toBeLessThan(LONGEST_GAP_MS);
    await owner.exited;
    expect(await stopped(survivor)).toBe(0);
    expect(await processesOf(folder.path)).toEqual([]);
  });

  test("ingest --wait comes to its end, and stops the database it took over", async () => {
    await using folder = await temporaryFolder();
    await using provider = standIn();
    provider.serve("/movie/603", movieBody({ id: 603 }));
    const release = provider.hold("/movie/603");
    const env = providerEnv(provider);
    const settings = { DATA_DIR: folder.path, PORT: "0", LOG_LEVEL: "silent", ...env };
    await using owner = program(["serve", "--no-worker"], settings);
    await owner.says(/listens on/);
    await using ingesting = program(["ingest", "movie", "603", "--wait"], settings);
    await provider.arrived("/movie/603");
    await ingesting.says(/jobs: 0 of/, "stderr");
    owner.process.kill("SIGKILL");
    await eventually(async () => {
      const line = await readFile(join(folder.path, "postgres/data/postmaster.pid"), "utf8");
      expect(line.split("\n")[7]?.trim()).toBe("ready");
      expect(await processesOf(folder.path)).not.toEqual([]);
    });
    release();
    expect(await ingesting.exited).toBe(0);
    expect(ingesting.said.stdout).toMatch(/^movie 603 succeeded/m);
    expect(await processesOf(folder.path)).toEqual([]);
  });
});

describe("F28: a first start that is cut short leaves no process and nothing to trip over", () => {
  const initdb = "postgres/data.draft";
  const cuts: [string, string, NodeJS.Signals][] = [
    ["serve", initdb, "SIGTERM"],
    ["migrate", initdb, "SIGINT"],
    ["serve", initdb, "SIGKILL"],
    ["serve", "postgres/data/PG_VERSION", "SIGTERM"],
    ["migrate", "postgres/data/postmaster.pid", "SIGKILL"],
  ];
  test.each(cuts)("%s, when there is %s, by %s", async (command, sign, signal) => {
    await using folder = await temporaryFolder();
    const env = { DATA_DIR: folder.path, PORT: "0" };
    await using first = program([command], env);
    const isThere = async () => {
      const [name = ""] = sign.split("/").slice(-1);
      const folders = join(folder.path, sign, "..");
      return existsSync(folders) && (await readdir(folders)).some((each) => each.startsWith(name));
    };
    while (!(await isThere())) await Bun.sleep(1);
    first.process.kill(signal);
    const next = finished(["migrate"], env);
    await first.exited;
    await eventually(async () => {
      const left = await processesOf(folder.path);
      expect(left.filter((line) => line.includes("initdb"))).toEqual([]);
    }, 1_000);
    expect(await next).toMatchObject({ code: 0, stdout: "The database is up to date.\n" });
    await eventually(async () => expect(await processesOf(folder.path)).toEqual([]), 3_000);
    const left = await readdir(join(folder.path, "postgres"));
    expect(left.filter((name) => name.includes("draft"))).toEqual([]);
  });
});
