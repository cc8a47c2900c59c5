import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { EmbeddedServerError } from "~/db/postgres/error";
import { ask, asRoot, removeLeftovers, TestCluster } from "./test-cluster";

setDefaultTimeout(60_000);
beforeAll(removeLeftovers);

if (!asRoot) console.log("A DATA_DIR closed to others is left out: only root has to leave one.");

describe.concurrent("startEmbedded", () => {
  test("starts a PostgreSQL 18 on an empty folder, safe, in UTC and deaf to the network", async () => {
    await using cluster = await TestCluster.make();
    const { data_dir } = cluster;
    const { address, adopted } = await cluster.start();
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

  test("serves a DATA_DIR whose path is too long for a unix socket", async () => {
    await using cluster = await TestCluster.make();
    const data_dir = join(cluster.data_dir, "x".repeat(120));
    const { address } = await cluster.start(undefined, data_dir);
    expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    if ("path" in address) cluster.folders.push(resolve(address.path, ".."));
  });

  test.if(asRoot)("serves root from a DATA_DIR that is closed to everybody else", async () => {
    await using cluster = await TestCluster.make(0o700);
    const { data_dir } = cluster;
    const lines: string[] = [];
    const { address } = await cluster.start((line) => lines.push(line));
    const home = await realpath(join(data_dir, "postgres"));
    cluster.folders.push(home, `${home}.access`);
    expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(lines).toEqual([expect.stringContaining(`the database lies in ${home}`)]);
  });

  test("refuses the cluster of another major version and names DATA_DIR", async () => {
    await using cluster = await TestCluster.make();
    const { data_dir } = cluster;
    await mkdir(join(data_dir, "postgres/data"), { recursive: true });
    await writeFile(join(data_dir, "postgres/data/PG_VERSION"), "15\n");
    const refusal = cluster.start();
    await expect(refusal).rejects.toBeInstanceOf(EmbeddedServerError);
    await expect(refusal).rejects.toThrow(/^DATA_DIR: .* made by PostgreSQL 15 .* brings 18/);
    expect(await readFile(join(data_dir, "postgres/data/PG_VERSION"), "utf8")).toBe("15\n");
  });

  test("refuses a DATA_DIR that cannot be a folder and names it", async () => {
    await using cluster = await TestCluster.make();
    const { data_dir } = cluster;
    await writeFile(data_dir, "");
    const refusal = cluster.start();
    await expect(refusal).rejects.toBeInstanceOf(EmbeddedServerError);
    await expect(refusal).rejects.toThrow(/^DATA_DIR: .* cannot be made/);
  });
});
