import { describe, expect, test } from "bun:test";
import { join } from "node:path";

/** What a process under guard says and ends with, when this happens in it. */
async function afterwards(deed: string) {
  const script = `
    import { guardProcess } from "./src/commands/exit";
    const say = (fields, message) => console.log(message + " " + fields.reason);
    guardProcess({ error: say, fatal: say }, async () => console.log("stopped"));
    setTimeout(() => console.log("goes on"), 50);
    ${deed}`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    cwd: join(import.meta.dir, "../.."),
    stderr: "pipe",
  });
  const said = await new Response(child.stdout).text();
  return { code: await child.exited, said: said.trim().split("\n") };
}

describe("guardProcess", () => {
  test("F6: an unhandled rejection is logged without its text, and the process goes on", async () => {
    expect(await afterwards('void Promise.reject(new TypeError("secret"));')).toEqual({
      code: 0,
      said: ["unhandled rejection Internal error (TypeError); the log has its place.", "goes on"],
    });
  });

  test("F6: after an uncaught exception the process stops in order and ends with 1", async () => {
    const { code, said } = await afterwards('setTimeout(() => { throw new Error("secret"); });');
    expect(code).toBe(1);
    expect(said).toEqual([
      "uncaught exception; the process stops Internal error (Error); the log has its place.",
      "stopped",
    ]);
  });
});
