import { expect, test } from "bun:test";
import { settingsTable } from "../scripts/settings-table";

test("M160: the README lists every setting as the program knows it (bun run readme writes the table)", async () => {
  const readme = await Bun.file("README.md").text();

  expect(readme).toContain(settingsTable());
});
