import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { $ } from "bun";
import { ingestDemo } from "../support/demo";
import { type TestService, testService } from "../support/service";

setDefaultTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await testService();
  await ingestDemo(service.db, [{ kind: "movie", external_id: "603" }]);
});
afterAll(() => service[Symbol.asyncDispose]());

const blockOf = (text: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(text)?.[1] ?? "";

test("N91: the README's program for a movie's page is one request, and prints what the README says", async () => {
  const readme = await Bun.file("README.md").text();
  const program = blockOf(readme, "ts");
  expect(program).toBe(await Bun.file("client/examples/title-page.ts").text());
  expect(program.match(/await catalog\./g)).toHaveLength(1);
  const file = join("client/examples", `title-page-${process.pid}.ts`);
  await Bun.write(file, program.replace("http://127.0.0.1:8080", service.url));
  try {
    expect(await $`bun ${file}`.text()).toBe(blockOf(readme, "json"));
  } finally {
    await rm(file);
  }
});
