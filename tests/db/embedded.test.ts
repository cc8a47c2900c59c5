import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DatabaseAddress } from "~/db/address";
import { connect } from "~/db/client";
import { type EmbeddedServer, startEmbedded } from "~/db/embedded";
import { EmbeddedServerError } from "~/db/embedded/failure";

const asRoot = process.getuid?.() === 0;
if (!asRoot) {
  console.log("A DATA_DIR closed to others is left out: only root has to leave one.");
  console.log("The socket's door is left out: only for root the server runs as somebody else.");
}
/** In memory where there is such a folder: what is tested does not depend on the disk. */
const FAST = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const folders: string[] = [];
const servers: EmbeddedServer[] = [];
const owners: Bun.Subprocess[] = [];

/** What an interrupted run could not remove goes with the next one. */
beforeAll(async () => {
  for (const name of await readdir(FAST)) {
    const run = /^embedded-test-(\d+)-/.exec(name)?.[1];
    if (run && !isRunning(Number(run))) await rm(join(FAST, name), { recursive: true });
  }
});

afterEach(async () => {
  for (const owner of owners.splice(0)) {
    owner.kill("SIGKILL");
    await owner.exited;
  }
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A DATA_DIR that does not exist yet, in a folder others may enter. */
async function newFolder(mode = 0o755): Promise<string> {
  const parent = await mkdtemp(join(FAST, `embedded-test-${process.pid}-`));
  folders.push(parent);
  await Bun.$`chmod ${mode.toString(8)} ${parent}`;
  return join(parent, "data");
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function start(data_dir: string, log?: (line: string) => void): Promise<EmbeddedServer> {
  const server = await startEmbedded({ data_dir, ...(log && { log }) });
  servers.push(server);
  return server;
}

/** Another process that starts the server, says whether it adopted it, and stays. */
async function startElsewhere(data_dir: string) {
  const program = `
    import { startEmbedded } from ${JSON.stringify(resolve("src/db/embedded.ts"))};
    const { adopted } = await startEmbedded({ data_dir: ${JSON.stringify(data_dir)} });
    console.log(adopted);
    setInterval(() => {}, 1000);`;
  const owner = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe", stderr: "inherit" });
  owners.push(owner);
  const { value } = await owner.stdout.getReader().read();
  return { owner, adopted: new TextDecoder().decode(value).trim() };
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

describe("startEmbedded", () => {
  test("starts a PostgreSQL 18 on an empty folder, safe, in UTC and deaf to the network", async () => {
    const data_dir = await newFolder();
    const { address, adopted } = await start(data_dir);
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
    const data_dir = await newFolder();
    const first = await start(data_dir);
    const second = await start(data_dir);
    expect(second).toMatchObject({ adopted: true, address: first.address });
    await second.stop();
    expect(await ask(first.address, "select 1 as one")).toEqual([{ one: 1 }]);
    await first.stop();
    await first.stop();
    expect(existsSync(join(data_dir, "postgres/data/postmaster.pid"))).toBe(false);
    expect(await start(data_dir)).toMatchObject({ adopted: false });
  });

  test("two processes that start at once share one server", async () => {
    const data_dir = await newFolder();
    const both = await Promise.all([startElsewhere(data_dir), startElsewhere(data_dir)]);
    expect(both.map(({ adopted }) => adopted).sort()).toEqual(["false", "true"]);
  });

  test("a server that is on its way out is waited for and replaced, not adopted", async () => {
    const data_dir = await newFolder();
    for (let round = 0; round < 4; round += 1) {
      const first = await startEmbedded({ data_dir });
      const stopping = first.stop();
      const second = await start(data_dir);
      await stopping;
      expect(await ask(second.address, "select 1 as one")).toEqual([{ one: 1 }]);
      await second.stop();
    }
  });

  test("committed rows are there after kill -9 of the process that started it", async () => {
    const data_dir = await newFolder();
    const { owner } = await startElsewhere(data_dir);
    const { address, adopted } = await start(data_dir);
    expect(adopted).toBe(true);
    await ask(address, "create table kept as select 7 as row");
    owner.kill("SIGKILL");
    await owner.exited;
    const again = await start(data_dir);
    expect(await ask(again.address, "select row from kept")).toEqual([{ row: 7 }]);
  });

  test("committed rows are there after kill -9 of the server, also while it is a zombie", async () => {
    const data_dir = await newFolder();
    const { address } = await start(data_dir);
    await ask(address, "create table kept as select 7 as row");
    process.kill(await serverId(data_dir), "SIGKILL");
    const again = await start(data_dir);
    expect(again.adopted).toBe(false);
    expect(await ask(again.address, "select row from kept")).toEqual([{ row: 7 }]);
  });

  test("F7: a server that dies under its owner is started again, at the same address", async () => {
    const data_dir = await newFolder();
    const lines: string[] = [];
    const { address } = await start(data_dir, (line) => lines.push(line));
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
    const data_dir = await newFolder();
    const { owner } = await startElsewhere(data_dir);
    const lines: string[] = [];
    const second = await start(data_dir, (line) => lines.push(line));
    const third = await start(data_dir, (line) => lines.push(line));
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
    const data_dir = join(await newFolder(), "x".repeat(120));
    const { address } = await start(data_dir);
    expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    if ("path" in address) folders.push(resolve(address.path, ".."));
  });

  test.if(asRoot)("serves root from a DATA_DIR that is closed to everybody else", async () => {
    const data_dir = await newFolder(0o700);
    const lines: string[] = [];
    const { address } = await start(data_dir, (line) => lines.push(line));
    const home = await realpath(join(data_dir, "postgres"));
    folders.push(home, `${home}.access`);
    expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(lines).toEqual([expect.stringContaining(`the database lies in ${home}`)]);
  });

  test.if(asRoot)(
    "S27: its socket takes nobody but the service, not even the user it runs as for root",
    async () => {
      const data_dir = await newFolder();
      const { address } = await start(data_dir);
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
      expect((await start(data_dir)).adopted).toBe(true);
      expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    },
  );

  test("refuses the cluster of another major version and names DATA_DIR", async () => {
    const data_dir = await newFolder();
    await mkdir(join(data_dir, "postgres/data"), { recursive: true });
    await writeFile(join(data_dir, "postgres/data/PG_VERSION"), "15\n");
    const refusal = start(data_dir);
    await expect(refusal).rejects.toBeInstanceOf(EmbeddedServerError);
    await expect(refusal).rejects.toThrow(/^DATA_DIR: .* made by PostgreSQL 15 .* brings 18/);
    expect(await readFile(join(data_dir, "postgres/data/PG_VERSION"), "utf8")).toBe("15\n");
  });

  test("refuses a DATA_DIR that cannot be a folder and names it", async () => {
    const data_dir = await newFolder();
    await writeFile(data_dir, "");
    const refusal = start(data_dir);
    await expect(refusal).rejects.toBeInstanceOf(EmbeddedServerError);
    await expect(refusal).rejects.toThrow(/^DATA_DIR: .* cannot be made/);
  });
});
