import { describe, expect, test } from "bun:test";
import { waitReporter } from "~/commands/waiting";

const url = "postgres://mara:a-password@db.test:5433/catalog";
const failure = (code: string) =>
  Object.assign(new Error(`a-password ${url}`), { code, query: "select 1" });

/** What is said of failures at these moments, in seconds. */
function said(failures: [at: number, error: unknown][], address: { url: string } = { url }) {
  const lines: string[] = [];
  let clock = 0;
  const report = waitReporter(
    "DATABASE_URL",
    address,
    (line) => lines.push(line),
    () => clock,
  );
  for (const [at, error] of failures) {
    clock = at * 1_000;
    report(error);
  }
  return lines;
}

const line = (cause: string, place = "database catalog at db.test:5433") =>
  `DATABASE_URL: the database does not answer yet (${cause}: ${place}); waiting for it.`;

describe("F9: who waits for the database says why", () => {
  test.each([
    ["ECONNREFUSED", "connection refused"],
    ["ENOTFOUND", "unknown host"],
    ["EAI_AGAIN", "unknown host"],
    ["CONNECT_TIMEOUT", "no answer in time"],
    ["ENETUNREACH", "host or network unreachable"],
    ["CONNECTION_CLOSED", "connection closed"],
    ["57P03", "starting up or shutting down"],
    ["53300", "too many connections"],
    ["53100", "its disk is full"],
    ["25006", "read-only, as a standby is"],
    ["55P03", "its tables are in use by another release"],
    ["08006", "08006"],
  ])("%s is told as: %s", (code, cause) => {
    expect(said([[0, failure(code)]])).toEqual([line(cause)]);
    expect(said([[0, new Error("wrapped", { cause: failure(code) })]])).toEqual([line(cause)]);
  });

  test("once, again when the cause changes, and every 30 s", () => {
    const [refused, full] = [failure("ECONNREFUSED"), failure("53300")];
    const lines = said([
      [0, refused],
      [0.5, refused],
      [29, refused],
      [30, refused],
      [31, full],
      [60, full],
      [61, full],
    ]);
    expect(lines).toEqual([
      line("connection refused"),
      line("connection refused"),
      line("too many connections"),
      line("too many connections"),
    ]);
  });

  test.each([
    ["postgres:///catalog?host=/run/pg", "database catalog at /run/pg/.s.PGSQL.5432"],
    ["postgres://u:a-password@127.0.0.1/catalog", "database catalog at 127.0.0.1:5432"],
  ])("the place of %s is told without user and password", (given, place) => {
    expect(said([[0, failure("ECONNREFUSED")]], { url: given })).toEqual([
      line("connection refused", place),
    ]);
  });
});
