import { afterAll, expect, test } from "bun:test";
import { loadGenerator } from "../../bench/load/load";

const long = "x".repeat(300_000);
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  routes: {
    "/short": () => new Response("ok"),
    "/long": () => new Response(long),
    "/unchanged": () => new Response(null, { status: 304 }),
    "/wrong": () => new Response("no", { status: 500 }),
  },
});
const load = loadGenerator();
afterAll(async () => {
  load[Symbol.dispose]();
  await server.stop(true);
});

const target = { origin: server.url.origin, seconds: 0, least: 40 };

test("the load generator makes at least as many requests as asked for, over each number of connections", async () => {
  for (const connections of [1, 16]) {
    const { requests, bytes } = await load.run({ ...target, connections, paths: ["/short"] });

    expect(requests).toBeGreaterThanOrEqual(40);
    expect(bytes).toBe(2);
  }
});

test("it waits for the whole of an answer that comes in pieces", async () => {
  const { bytes } = await load.run({ ...target, connections: 4, paths: ["/long"] });

  expect(bytes).toBe(long.length);
});

test("it takes an answer without a body for whole", async () => {
  const paths = ["/unchanged"];
  const { bytes } = await load.run({ ...target, connections: 2, paths, status: 304 });

  expect(bytes).toBe(0);
});

test("a wrong answer ends the load, and the next one works", async () => {
  const wrong = load.run({ ...target, connections: 2, paths: ["/short", "/wrong"] });

  await expect(wrong).rejects.toThrow("/wrong answers 500");
  const { requests } = await load.run({ ...target, connections: 2, paths: ["/short"] });
  expect(requests).toBeGreaterThanOrEqual(40);
});
