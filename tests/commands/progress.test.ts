import { afterEach, expect, spyOn, test } from "bun:test";
import { startTimedProgress } from "~/commands/progress";

const printed = spyOn(console, "error").mockImplementation(() => {});
afterEach(() => printed.mockClear());

test("N96: without a terminal, progress is a line now and then, with the rate and the time left", () => {
  const progress = startTimedProgress("ids fetched", 0);
  progress.update(10, 100, 30);
  progress.update(50, 100, 3_600);
  progress.update(60, 100, 86_400);
  progress.update(70, 100, null);
  progress.stop();
  const lines = printed.mock.calls.map(([line]) => String(line).replace(/\d+\/s/, "n/s"));
  expect(lines).toEqual([
    "ids fetched: 10/100, n/s, 30 s left",
    "ids fetched: 50/100, n/s, 60 min left",
    "ids fetched: 60/100, n/s, 24.0 h left",
    "ids fetched: 70/100, n/s",
  ]);
});

test("N96: two updates within 10 s are one line at most", () => {
  const progress = startTimedProgress("ids fetched");
  progress.update(1, 100);
  progress.update(2, 100);
  progress.stop();
  expect(printed).not.toHaveBeenCalled();
});
