import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { Elysia } from "elysia";
import { catalogCaching } from "~/http/caching";
import { JsonAnswer } from "~/http/json-answer";
import { serveRoutes } from "../support/service";

/** JSON of about this many bytes, most of them in letters of two bytes. */
const large = (bytes: number) => JSON.stringify({ text: "ü".repeat(bytes / 2) });

const app = serveRoutes(() =>
  new Elysia().use(catalogCaching()).get("/:bytes", async ({ params: { bytes } }) => {
    await Bun.sleep(1);
    return new JsonAnswer({ json: large(Number(bytes)) });
  }),
);
afterAll(() => app[Symbol.asyncDispose]());

const plain = { "accept-encoding": "identity" };

describe("an answer of any size", () => {
  test.each([14_000, 15_000, 16_384, 70_000, 3_000_000])(
    "of %p bytes is sent whole, with its length and its headers, and HEAD has the same",
    async (bytes) => {
      const [get, head] = await Promise.all(
        ["GET", "HEAD"].map((method) => app.request(method, `/${bytes}`, { headers: plain })),
      );

      expect([get?.text, head?.text]).toEqual([large(bytes), ""]);
      const length = String(Buffer.byteLength(large(bytes)));
      for (const headers of [get?.headers, head?.headers]) {
        expect(headers?.get("content-length")).toBe(length);
        expect(headers?.get("transfer-encoding")).toBeNull();
        expect(headers?.get("content-type")).toBe("application/json");
        expect(headers?.get("etag")).toBe(get?.headers.get("etag") ?? "");
      }
    },
  );

  test("reaches a client that reads slowly", async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    let received = 0;
    socket.on("data", (chunk) => {
      received += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    socket.on("close", () => resolve(received));
    socket.write("GET /4000000 HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n");

    expect(await promise).toBeGreaterThan(4_000_000);
  });
});
