import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { Elysia } from "elysia";
import { ClosedObject, WholeNumber } from "~/http/request/fields";
import { serveRoutes } from "../../support/service";

const app = serveRoutes(
  () =>
    new Elysia()
      .post("/things", ({ body }) => body, { body: ClosedObject({ count: WholeNumber() }) })
      .put("/slow", () => new Promise<string>(() => {})),
  { deadlineMs: 200 },
);
afterAll(() => app[Symbol.asyncDispose]());

/** What comes back over a connection that stays open on this side, until the other side closes it. */
async function spoken(head: string, pieces: readonly string[] = []): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ port: Number(new URL(app.url).port), host: "127.0.0.1" });
  const later = [...pieces];
  const drip = setInterval(() => socket.write(later.shift() ?? ""), 30);
  let received = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    received += text;
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(received));
  const tired = setTimeout(() => resolve("the connection stays open"), 2_000);
  socket.write(head);
  const text = await promise;
  clearInterval(drip);
  clearTimeout(tired);
  socket.destroy();
  return text;
}

const head = (target: string, ...lines: string[]) =>
  [`${target} HTTP/1.1`, "Host: a.test", "Content-Type: application/json", ...lines, "", ""].join(
    "\r\n",
  );
const things = "POST /things";
const stated = "Content-Length: 100";
const chunked = "Transfer-Encoding: chunked";

describe("a body that does not come to its end", () => {
  test.each([
    ["of a stated length, that never begins", head(things, stated), []],
    ["of a stated length, that stops", `${head(things, stated)}{"cou`, []],
    ["in chunks, that stops", `${head(things, chunked)}1\r\n{\r\n`, []],
    ["that trickles", head(things, stated), [..."{         "]],
    ["that trickles in chunks", head(things, chunked), Array<string>(10).fill("1\r\n \r\n")],
  ])("M148, M150, F8: %s is 408, ends the connection and is no failure", async (_, first, rest) => {
    const before = app.records.length;

    const [told = "", text = ""] = (await spoken(first, rest)).split("\r\n\r\n");

    expect(told).toStartWith("HTTP/1.1 408 Request Timeout");
    expect(told).toMatch(/\r\nconnection: close(\r\n|$)/i);
    expect(told).toMatch(/\r\nx-request-id: /i);
    expect(JSON.parse(text)).toEqual({
      error: { code: "request_timeout", message: "The body did not arrive within 0.2 s." },
    });
    expect(app.records.slice(before)).toEqual([]);
  });
});

describe("a body that comes slowly, but whole", () => {
  const pieces = ["{", '"count"', ":1}"];

  test("F8: is taken", async () => {
    const length = `Content-Length: ${pieces.join("").length}`;
    const answer = await spoken(head(things, length, "Connection: close"), pieces);

    expect(answer).toStartWith("HTTP/1.1 200");
    expect(answer).toEndWith('{"count":1}');
  });

  test("P24, F8: what takes too long after that is 503 and told", async () => {
    const before = app.records.length;
    const sent = head("PUT /slow", "Content-Length: 2", "Connection: close");
    const answer = await spoken(sent, ["{", "}"]);

    expect(answer).toStartWith("HTTP/1.1 503");
    expect(app.records.slice(before)).toEqual([
      { request_id: expect.any(String), method: "PUT", ms: 200, message: expect.any(String) },
    ]);
  });
});
