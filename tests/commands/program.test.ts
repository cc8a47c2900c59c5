import { afterAll, afterEach, describe, expect, spyOn, test } from "bun:test";
import { run } from "~/commands/program";

const said: string[] = [];
const spies = [
  spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0),
  spyOn(console, "error").mockImplementation((text) => void said.push(String(text))),
];
afterEach(() => {
  said.length = 0;
});
afterAll(() => {
  for (const spy of spies) spy.mockRestore();
});

describe("run", () => {
  test.each([
    [[], "Usage: media-catalog"],
    [["serve", "--loud"], "error: unknown option '--loud'"],
    [["serve", "more"], "error: too many arguments"],
    [["ingest"], "error: missing required argument 'kind'"],
    [["ingest", "album", "1"], "error: command-argument value 'album' is invalid"],
    [["ingest", "movie"], "ingest movie needs at least one id."],
    [["ingest", "movie", "603", "0603"], "ingest movie takes ids from 1 to 2147483647."],
    [["ingest", "movie", "2147483648"], "ingest movie takes ids from 1 to 2147483647."],
    [["ingest", "movie", "-1"], "ingest movie takes ids from 1 to 2147483647."],
    [["ingest", "season", "1399"], "ingest season takes ids such as 1399:1"],
    [["ingest", "season", "1399:01"], "ingest season takes ids such as 1399:1"],
    [["ingest", "season", "1399:1:1"], "ingest season takes ids such as 1399:1"],
    [["ingest", "trending", "movie:month"], "ingest trending takes one of all, movie:day"],
  ])("F35: %j ends with 78 and says what is allowed", async (args, expected) => {
    expect(await run(args)).toBe(78);
    expect(said.join("")).toStartWith(expected);
  });
});
