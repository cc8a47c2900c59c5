import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect, type DatabaseAddress } from "~/db/client";
import { type EmbeddedServer, startEmbedded } from "~/db/postgres/embedded";

export const asRoot = process.getuid?.() === 0;

/** In memory where there is such a folder: what is tested does not depend on the disk. */
const FAST = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** What an interrupted run could not remove goes with the next one. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(FAST)) {
    const run = /^embedded-test-(\d+)-/.exec(name)?.[1];
    if (run && !isRunning(Number(run))) await rm(join(FAST, name), { recursive: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A DATA_DIR that does not exist yet, in a folder that others may enter, and all that is started on it. */
export class TestCluster implements AsyncDisposable {
  readonly folders: string[] = [];
  readonly #servers: EmbeddedServer[] = [];
  readonly #owners: Bun.Subprocess[] = [];
  readonly data_dir: string;

  private constructor(parent: string) {
    this.folders.push(parent);
    this.data_dir = join(parent, "data");
  }

  static async make(mode = 0o755): Promise<TestCluster> {
    const parent = await mkdtemp(join(FAST, `embedded-test-${process.pid}-`));
    await chmod(parent, mode);
    return new TestCluster(parent);
  }

  async start(log?: (line: string) => void, data_dir = this.data_dir): Promise<EmbeddedServer> {
    const server = await startEmbedded({ data_dir, ...(log && { log }) });
    this.#servers.push(server);
    return server;
  }

  /** Another process that starts the server, says whether it adopted it, and stays. */
  async startElsewhere() {
    const program = `
      import { startEmbedded } from ${JSON.stringify(resolve("src/db/postgres/embedded.ts"))};
      const { adopted } = await startEmbedded({ data_dir: ${JSON.stringify(this.data_dir)} });
      console.log(adopted);
      setInterval(() => {}, 1000);`;
    const owner = Bun.spawn([process.execPath, "-e", program], {
      stdout: "pipe",
      stderr: "inherit",
    });
    this.#owners.push(owner);
    const { value } = await owner.stdout.getReader().read();
    return { owner, adopted: new TextDecoder().decode(value).trim() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const owner of this.#owners) {
      owner.kill("SIGKILL");
      await owner.exited;
    }
    await Promise.all(this.#servers.map((server) => server.stop()));
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }
}

/** The rows of one statement, over a connection of its own. */
export async function ask(address: DatabaseAddress, statement: string): Promise<unknown[]> {
  const driver = connect(address, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    return [...(await driver.unsafe(statement))];
  } finally {
    await driver.end({ timeout: 1 });
  }
}

/** The process id of the server on a DATA_DIR. */
export const serverId = async (data_dir: string): Promise<number> =>
  Number.parseInt(await readFile(join(data_dir, "postgres/data/postmaster.pid"), "utf8"), 10);
