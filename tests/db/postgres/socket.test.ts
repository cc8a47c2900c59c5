import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ask, asRoot, removeLeftovers, serverId, TestCluster } from "./test-cluster";

setDefaultTimeout(60_000);
beforeAll(removeLeftovers);

if (!asRoot) {
  console.log("The socket's door is left out: only for root the server runs as somebody else.");
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

describe.concurrent("startEmbedded", () => {
  test.if(asRoot)(
    "S27: its socket takes nobody but the service, not even the user it runs as for root",
    async () => {
      await using cluster = await TestCluster.make();
      const { data_dir } = cluster;
      const { address } = await cluster.start();
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
      expect((await cluster.start()).adopted).toBe(true);
      expect(await ask(address, "select 1 as one")).toEqual([{ one: 1 }]);
    },
  );
});
