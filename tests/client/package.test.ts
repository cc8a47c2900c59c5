import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { $ } from "bun";
import { closeBrowser, openPage, withoutChromium } from "../browser/chromium";
import { type TestService, testService } from "../support/service";

setDefaultTimeout(60_000);

/** An empty project in which the built package is installed. */
let project: string;
let service: TestService;
const packed = () => join(project, "node_modules/media-catalog-client");

beforeAll(async () => {
  service = await testService();
  project = await mkdtemp(join(tmpdir(), "media-catalog-client-"));
  await mkdir(packed(), { recursive: true });
  for (const file of ["package.json", "README.md", "LICENSE", "src", "tsconfig.json"]) {
    await cp(join("client", file), join(packed(), file), { recursive: true });
  }
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    await symlink(resolve("node_modules", name), join(project, "node_modules", name));
  }
  await $`node_modules/.bin/tsc -p ${packed()}`.quiet();
});
afterAll(async () => {
  await closeBrowser();
  await service[Symbol.asyncDispose]();
  await rm(project, { recursive: true, force: true });
});

/** A program that tells how many genres pages gives, and the code of an error. */
const program = (base_url: string) => `
  const catalog = createClient({ base_url: ${JSON.stringify(base_url)} });
  const names = [];
  for await (const { name } of catalog.pages("/api/v1/genres", { page_size: 10 })) names.push(name);
  const { error } = await catalog.GET("/api/v1/movies/{id}", { params: { path: { id: "imdb:tt1" } } });
  return [new Set(names).size, isError(error, "movie_not_found")];`;

const told = "[20,true]";

test("N91: the package holds what it needs to run, its types and no more", async () => {
  const { files } = JSON.parse(
    await $`npm pack --dry-run --json --ignore-scripts`.cwd(packed()).quiet().text(),
  )[0] as { files: { path: string }[] };
  const names = files.map(({ path }) => path).toSorted();
  const modules = "changes client document errors index pages retry".split(" ");
  const built = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);

  expect(names).toEqual([...built, "LICENSE", "README.md", "package.json"].toSorted());
  const texts = await Promise.all(built.map((name) => Bun.file(join(packed(), name)).text()));
  expect(texts.filter((text) => text.includes("sourceMappingURL"))).toEqual([]);
  const { dependencies, license, type } = await Bun.file("client/package.json").json();
  expect([Object.keys(dependencies), license, type]).toEqual([["openapi-fetch"], "MIT", "module"]);
});

test("N91: the examples of the README and of the folder compile in strict mode with the package", async () => {
  const readme = await Bun.file("client/README.md").text();
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const [first = "", ...others] = blocks;
  const head = first.split("\n\n").slice(0, 2).join("\n");
  const programs = [first, ...others.map((block) => `${head}\nvoid isError;\n${block}`)];
  await cp("client/examples", join(project, "examples"), { recursive: true });
  for (const [n, text] of programs.entries()) {
    await Bun.write(join(project, `examples/readme-${n}.ts`), text);
  }
  await Bun.write(join(project, "package.json"), '{"type":"module"}');

  const compiled = await $`node_modules/.bin/tsc -p ${join(project, "examples")}`.nothrow().quiet();

  expect([compiled.exitCode, compiled.text()]).toEqual([0, ""]);
  expect(blocks.length).toBeGreaterThan(3);
});

test.each(["node", "bun"])("N92: the package runs in %s", async (runtime) => {
  const file = join(project, "program.mjs");
  const body = `const run = async () => {${program(service.url)}};`;
  const head = `import { createClient, isError } from "media-catalog-client";`;
  await Bun.write(file, `${head}\n${body}\nconsole.log(JSON.stringify(await run()));`);

  expect(await $`${runtime} ${file}`.text()).toBe(`${told}\n`);
});

test.skipIf(withoutChromium("the client"))("N92: the package runs in a browser", async () => {
  const entry = join(project, "entry.mjs");
  await Bun.write(
    entry,
    `import * as client from "media-catalog-client"; globalThis.client = client;`,
  );
  const { outputs } = await Bun.build({ entrypoints: [entry], target: "browser", format: "iife" });
  const bundle = (await outputs[0]?.text()) ?? "";
  expect(bundle.match(/require\(|node:/g)).toBeNull();
  await using opened = await openPage();
  const { page, complaints } = opened;

  await page.goto(`${service.url}/docs`);
  await page.evaluate(bundle);
  const run = `(async () => { const { createClient, isError } = client; ${program(service.url)} })()`;

  expect(JSON.stringify(await page.evaluate(run))).toBe(told);
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
});
