import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect, type DatabaseAddress } from "~/db/client";
import { type EmbeddedServer, startEmbedded } from "~/db/postgres/embedded";
import { EmbeddedServerError } from "~/db/postgres/error";

setDefaultTimeout(60_000);

const asRoot = process.getuid?.() === 0;
if (!asRoot) {
  console.log("A DATA_DIR closed to others is left out: only root has to leave one.");
  console.log("The socket's door is left out: only for root the server runs as somebody else.");
}
/** In memory where there is such a folder: what is tested does not depend on the disk. */
const FAST = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
/** What an interrupted run could not remove goes with the next one. */
beforeAll(async () => {
  for (const name of await readdir(FAST)) {
    const run = /^embedded-test-(\d+)-/.exec(name)?.[1];
    if (run && !isRunning(Number(run))) await rm(join(FAST, name), { recursive: true });
  }
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A DATA_DIR that does not exist yet, in a folder that others may enter, and all that is started on it. */
class Place implements AsyncDisposable {
  readonly folders: string[] = [];
  readonly #servers: EmbeddedServer[] = [];
  readonly #owners: Bun.Subprocess[] = [];
  readonly data_dir: string;

  private constructor(parent: string) {
    this.folders.push(parent);
    this.data_dir = join(parent, "data");
  }

  static async make(mode = 0o755): Promise<Place> {
    const parent = await mkdtemp(join(FAST, `embedded-test-${process.pid}-`));
    await chmod(parent, mode);
    return new Place(parent);
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

/** The first result once something holds, asked for again after each failure. */
async function patiently<T>(attempt: () => Promise<T>, holds: () => boolean): Promise<T> {
  for (;;) {
    const result = holds() ? await attempt().catch(() => undefined) : undefined;
    if (result !== undefined) return result;
    await Bun.sleep(20);
  }
}

async function ask(address: DatabaseAddress, statement: string): Promise<unknown[]> {
  const driver = connect(address, { max: 1, connect_timeout: 2, onnotice: () => {} });
  try {
    return [...(await driver.unsafe(statement))];
  } finally {
    await driver.end({ timeout: 1 });
  }
}

type Login = { path: string; uid: number; gid: number; options: string };

/** What the server answers a user of the system who wants to be the service's own user. */
async function answerTo({ path, uid, gid, options }: Login): Promise<string> {
  const program = `
    const text = ${JSON.stringify(`user\0catalog\0database\0postgres\0${options}\0`)};
    const bytes = Buffer.alloc(8 + text.length);
    bytes.writeInt32BE(bytes.length, 0);
    bytes.writeInt32BE(196608, 4);
    bytes.write(text, 8);
    const answers = { E: "refused", R: "let in" };
    const data = (_, [kind]) => {
      console.log(answers[String.fromCharCode(kind)]);
      process.exit(0);
    };
    await Bun.connect({ unix: ${JSON.stringify(path)}, socket: { data, open: (s) => void s.write(bytes) } });`;
  const asked = Bun.spawn([process.execPath, "-e", program], { uid, gid, cwd: "/", env: {} });
  return (await new Response(asked.stdout).text()).trim();
}

const serverId = async (data_dir: string): Promise<number> =>
  Number.parseInt(await readFile(join(data_dir, "postgres/data/postmaster.pid"), "utf8"), 10);

describe.concurrent("startEmbedded", () => {
  test("starts a PostgreSQL 18 on an empty folder, safe, in UTC and deaf to the network", async () => {
    await using place = await Place.make();
    const { data_dir } = place;
    const { address, adopted } = await place.start();
    expect(adopted).toBe(false);
    const settings = `select current_setting('server_version_num')::int / 10000 as major,
      current_setting('fsync') as fsync, current_setting('timezone') as timezone,
      current_setting('jit') as jit, current_setting('listen_addresses') as listens,
      current_database() as database, 'Ä' < 'a' as by_language, lower('Ä') as lower`;
    expect(await ask(address, settings)).toEqual([
      {
        major: 18,
        fsync: "on",
        timezone: "UTC",
        jit: "off",
        listens: "",
        database: "media_catalog",
        by_language: false,
        lower: "ä",
      },
    ]);
    expect((await stat(join(data_dir, "postgres"))).mode & 0o777).toBe(0o700);
  });

  test("adopts a server that runs already and leaves stopping it to the one who started it", async () => {
    await using place = await Place.make();
    const { data_dir } = place;
    const first = await place.start();
    const second = await place.start();
    expect(second).toMatchObject({ adopted: true, address: first.address });
    await second.stop();
    expect(await ask(first.address, "select 1 as one")).toEqual([{ one: 1 }]);
    await first.stop();
    await first.stop();
    expect(existsSync(join(data_dir, "postgres/data/postmaster.pid"))).toBe(false);
    expect(await place.start()).toMatchObject({ adopted: false });
  });

  test("two processes that start at once share one server", async () => {
    await using place = await Place.make();
    const both = await Promise.all([place.startElsewhere(), place.startElsewhere()]);
    expect(both.map(({ adopted }) => adopted).sort()).toEqual(["false", "true"]);
  });

  test("a server that is on its way out is waited for and replaced, not adopted", async () => {
    await using place = await Place.make();
    const { data_dir } = place;
    for (let round = 0; round < 4; round += 1) {
      const first = await startEmbedded({ data_dir });
      const stopping = first.stop();
      const second = await place.start();
      await stopping;
      expect(await ask(second.address, "select 1 as one")).toEqual([{ one: 1 }]);
      await second.stop();
    }
  });

  test("committed rows are there after kill -9 of the process that started it", async () => {
    await using place = await Place.make();
    const { owner } = await place.startElsewhere();
    const { address, adopted } = await place.start();
    expect(adopted).toBe(true);
    await ask(address, "create table kept as select 7 as row");
    owner.kill("SIGKILL");
    await owner.exited;
    const again = await place.start();
    expect(await ask(again.address, "select row from kept")).toEqual([{ row: 7 }]);
  });

  test("committed rows are there after kill -9 of the server, also while it is a zombie", async () => {
    await using place = await Place.make();
    const { data_dir } = place;
    const { address } = await place.start();
    await ask(address, "create table kept as select 7 as row");
    process.kill(await serverId(data_dir), "SIGKILL");
    const again = await place.start();
    expect(again.adopted).toBe(false);
    expect(await ask(again.address, "select row from kept")).toEqual([{ row: 7 }]);
  });

  test("F7: a server that dies under its owner is started again, at the same address", async () => {
    await using place = await Place.make();
    const { data_dir } = place;
    const lines: string[] = [];
    const { address } = await place.start((line) => lines.push(line));
    await ask(address, "create table kept as select 7 as row");
    for (let round = 1; round <= 2; round += 1) {
      process.kill(await serverId(data_dir), "SIGKILL");
      const rows = await patiently(
        () => ask(address, "select row from kept"),
        () => lines.length === round,
      );
      expect(rows).toEqual([{ row: 7 }]);
    }
    expect(lines).toEqual(Array(2).fill("The database ended unexpectedly; it is started again."));
  });

  test("F7: whoever uses the server takes it over when its owner is killed, and one after the other", async () => {
    await using place = await Place.make();
    const { data_dir } = place;
    const { owner } = await place.startElsewhere();
    const lines: string[] = [];
    const second = await place.start((line) => lines.push(line));
    const third = await place.start((line) => lines.push(line));
    expect([second.adopted, third.adopted]).toEqual([true, true]);
    await ask(second.address, "create table kept as select 7 as row");
    owner.kill("SIGKILL");
    const isTaken = () => lines.length === 1;
    const rows = () => patiently(() => ask(second.address, "select row from kept"), isTaken);
    expect(await rows()).toEqual([{ row: 7 }]);
    await second.stop();
    await patiently(
      () => ask(third.address, "select row from kept"),
      () => true,
    );
    await third.stop();
    expect(existsSync(join(data_dir, "postgres/data/postmaster.pid"))).toBe(false);
    expect(new Set(lines)).toEqual(
      new Set(["The process that ran the database has ended; this one runs it from now on."]),
    );
  });

  test("serves a DATA_DIR whose path is too long for a unix socket", async () => {
    await using place = await Place.make();
    const data_dir = join(place.data_dir, "x".repeat(120));
    const { address } = await place.start(undefined, data_dir);
    expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    if ("path" in address) place.folders.push(resolve(address.path, ".."));
  });

  test.if(asRoot)("serves root from a DATA_DIR that is closed to everybody else", async () => {
    await using place = await Place.make(0o700);
    const { data_dir } = place;
    const lines: string[] = [];
    const { address } = await place.start((line) => lines.push(line));
    const home = await realpath(join(data_dir, "postgres"));
    place.folders.push(home, `${home}.access`);
    expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(lines).toEqual([expect.stringContaining(`the database lies in ${home}`)]);
  });

  test.if(asRoot)(
    "S27: its socket takes nobody but the service, not even the user it runs as for root",
    async () => {
      await using place = await Place.make();
      const { data_dir } = place;
      const { address } = await place.start();
      if (!("path" in address)) throw new Error("the embedded server listens on a socket");
      const { uid, gid } = await stat(join(data_dir, "postgres"));
      const log_in = (options = "") => answerTo({ path: address.path, uid, gid, options });
      expect(await log_in()).toBe("refused");
      expect(await log_in("replication\0true\0")).toBe("refused");
      // What that user may write and send does not open it either.
      const hba = join(data_dir, "postgres/data/pg_hba.conf");
      const tampering = `echo local all all trust > ${hba} && kill -HUP ${await serverId(data_dir)}`;
      const tampered = Bun.spawn(["sh", "-c", tampering], { uid, gid });
      expect(await tampered.exited).toBe(0);
      const again = Bun.spawn(["sh", "-c", `rm -rf ${data_dir}/postgres.*`], {
        uid,
        gid,
        stderr: "ignore",
      });
      expect(await again.exited).not.toBe(0);
      expect(await log_in()).toBe("refused");
      expect((await place.start()).adopted).toBe(true);
      expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    },
  );

  test("refuses the cluster of another major version and names DATA_DIR", async () => {
    await using place = await Place.make();
    const { data_dir } = place;
    await mkdir(join(data_dir, "postgres/data"), { recursive: true });
    await writeFile(join(data_dir, "postgres/data/PG_VERSION"), "15\n");
    const refusal = place.start();
    await expect(refusal).rejects.toBeInstanceOf(EmbeddedServerError);
    await expect(refusal).rejects.toThrow(/^DATA_DIR: .* made by PostgreSQL 15 .* brings 18/);
    expect(await readFile(join(data_dir, "postgres/data/PG_VERSION"), "utf8")).toBe("15\n");
  });

  test("refuses a DATA_DIR that cannot be a folder and names it", async () => {
    await using place = await Place.make();
    const { data_dir } = place;
    await writeFile(data_dir, "");
    const refusal = place.start();
    await expect(refusal).rejects.toBeInstanceOf(EmbeddedServerError);
    await expect(refusal).rejects.toThrow(/^DATA_DIR: .* cannot be made/);
  });
});
