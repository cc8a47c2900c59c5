import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect } from "~/db/client";
import { faultOf, JobRefused, reasonIn } from "~/jobs/fault";
import { ProviderError } from "~/provider/http/errors";
import { testDatabase } from "../support/database";

describe("M133: what an error of a handler means for its job", () => {
  test("M133: the provider's transient errors wait, its other ones are final", () => {
    const limited = new ProviderError("provider_rate_limited", "Asked to wait.", 7);
    expect(faultOf(limited)).toEqual({
      error: { code: "provider_rate_limited", message: "Asked to wait.", retryable: true },
      action: "snooze",
      retry_after_seconds: 7,
    });
    const fates = (
      [
        "provider_unavailable",
        "provider_not_found",
        "provider_unauthorized",
        "provider_payload_invalid",
      ] as const
    ).map((code) => {
      const { action, error } = faultOf(new ProviderError(code, "…"));
      return [code, action, error.retryable];
    });
    expect(fates).toEqual([
      ["provider_unavailable", "snooze", true],
      ["provider_not_found", "fail", false],
      ["provider_unauthorized", "fail", false],
      ["provider_payload_invalid", "fail", false],
    ]);
  });

  test("M124, M133: a season without its series is final", () => {
    expect(faultOf(new JobRefused("series_not_ingested", "Ingest series 1399 first."))).toEqual({
      error: {
        code: "series_not_ingested",
        message: "Ingest series 1399 first.",
        retryable: false,
      },
      action: "fail",
      retry_after_seconds: null,
    });
  });

  test("P23: an error of the database names its SQLSTATE and constraint, never SQL or values", async () => {
    await using database = await testDatabase();
    const insert = () =>
      database.db.execute(sql`
        insert into keywords (id, external_id, name) values (${crypto.randomUUID()}, 1, ${"secret"})`);
    await insert();
    const fault = faultOf(await insert().catch((error: unknown) => error));
    expect(fault.error.message).toBe(
      "The database refused (SQLSTATE 23505, constraint keywords_provider_external_id_unique).",
    );
    expect(fault).toMatchObject({
      action: "fail",
      error: { code: "internal_error", retryable: false },
    });
  });

  test("P23: a database out of reach is named by the driver's code", async () => {
    const away = connect({ url: "postgres://catalog@127.0.0.1:1/none" }, { max: 1 });
    const error = await away`select 1`.catch((reason: unknown) => reason);
    expect(faultOf(error).error.message).toBe("A connection failed (ECONNREFUSED).");
  });

  test("P23: a broken pipe is no SQLSTATE", () => {
    const broken = Object.assign(new Error("secret"), { code: "EPIPE" });
    expect(faultOf(broken).error.message).toBe("A connection failed (EPIPE).");
  });

  test("P23: any other error is known by its class only", () => {
    expect(faultOf(new RangeError("token=secret")).error).toEqual({
      code: "internal_error",
      message: "Internal error (RangeError); the log has its place.",
      retryable: true,
    });
    expect(faultOf("secret").error.message).toBe("Internal error (string); the log has its place.");
  });
});

describe("what the report of a dead thread comes down to", () => {
  const frame = '1 | throw new Error("secret: in the code");\n          ^\n';
  test.each([
    [
      "SyntaxError: Export named 'x' not found in module '/a.ts'.\n",
      "SyntaxError: Export named 'x' not found in module '/a.ts'.",
    ],
    [`${frame}TypeError: boom\nmore\n      at <anonymous> (/a.ts:1:7)\n`, "TypeError: boom"],
    [`${frame}DrizzleQueryError: Failed query: select $1\nparams: secret\n`, "DrizzleQueryError"],
    [`${frame}error: Failed query: select $1\nparams: secret\n`, "error"],
    ['PostgresError: invalid input: "secret"', "PostgresError"],
    [`error: ${"x".repeat(500)}`, `error: ${"x".repeat(193)}`],
    ["", undefined],
  ])("P23: %j is told as %j", (report, reason) => {
    expect(reasonIn(report)).toBe(reason);
  });
});
