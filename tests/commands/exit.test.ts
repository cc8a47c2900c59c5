import { afterAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { explain, Misconfigured } from "~/commands/exit";
import { ConfigError } from "~/config";

const said: string[] = [];
const spy = spyOn(console, "error").mockImplementation((text) => void said.push(String(text)));
beforeEach(() => {
  said.length = 0;
});
afterAll(() => spy.mockRestore());

const refused = (code: string) =>
  new Error("Failed query: … params: secret", {
    cause: Object.assign(new Error("secret"), { code }),
  });

describe("explain", () => {
  test("F35: mistakes of the settings are told one a line and end with 78", () => {
    expect(explain(new ConfigError(["PORT must be …", "HOST must be …"]))).toBe(78);
    expect(explain(new Misconfigured("PORT is in use."))).toBe(78);
    expect(said).toEqual(["PORT must be …", "HOST must be …", "PORT is in use."]);
  });

  test("P23: an error of the database shows its SQLSTATE alone and ends with 1", () => {
    expect(explain(refused("53100"))).toBe(1);
    expect(said).toEqual(["The database refused a statement (SQLSTATE 53100)."]);
  });

  test("a bug shows where it is and ends with 1", () => {
    expect(explain(new RangeError("out of reach"))).toBe(1);
    expect(said.join()).toMatch(/RangeError: out of reach[\s\S]*exit\.test\.ts/);
    expect(explain(Object.assign(new Error("broken pipe"), { code: "EPIPE" }))).toBe(1);
    expect(said.at(-1)).toContain("broken pipe");
  });
});
