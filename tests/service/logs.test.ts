import { expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../jobs/observation";
import { testDatabase } from "../support/database";
import { adminToken, databaseEnv } from "./program";

setDefaultTimeout(60_000);

/** `serve` with all it says going to this file or pipe. */
function servingInto(where: number, env: Record<string, string>) {
  return Bun.spawn([process.execPath, "--no-env-file", "src/main.ts", "serve"], {
    cwd: join(import.meta.dir, "../.."),
    env: { PATH: process.env.PATH ?? "", WORKER_CONCURRENCY: "1", ...env },
    stdio: ["ignore", where, where],
  });
}

const withoutFull = !existsSync("/dev/full");
if (withoutFull) console.log("F12 is left out: there is no /dev/full here.");

test.skipIf(withoutFull)(
  "F12: a log whose disk is full costs the lines, not the service",
  async () => {
    await using database = await testDatabase();
    using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const port = taken.port;
    await taken.stop(true);
    const full = openSync("/dev/full", "w");
    const env = { ...databaseEnv(database), PORT: String(port), SERVICE_ADMIN_TOKEN: adminToken };
    const service = servingInto(full, env);
    try {
      const url = `http://127.0.0.1:${port}`;
      await eventually(async () => {
        const ready = await fetch(`${url}/health/ready`).catch(() => undefined);
        expect(ready?.status).toBe(200);
      }, 30_000);
      for (let call = 0; call < 5; call += 1) {
        // Each call of administration is logged.
        const headers = { "x-admin-token": adminToken };
        const answer = await fetch(`${url}/api/v1/admin/ingest/jobs`, { headers });
        expect(answer.status).toBe(200);
      }
      service.kill("SIGTERM");
      expect(await service.exited).toBe(0);
    } finally {
      service.kill("SIGKILL");
      closeSync(full);
    }
  },
);
