import { expect, test } from "bun:test";
import { documentHash } from "../../scripts/client/document-hash";

test("N92: the client's types are those of docs/openapi.json (bun run client writes them)", async () => {
  const [document, types] = await Promise.all(
    ["docs/openapi.json", "client/src/document.ts"].map((path) => Bun.file(path).text()),
  );

  expect(types?.split("\n")[0]).toBe(`// ${documentHash(document ?? "")}`);
});

test("N92: what makes the types is no package of the service", async () => {
  const { dependencies, devDependencies } = await Bun.file("package.json").json();
  const all = Object.keys({ ...dependencies, ...devDependencies });

  expect(all.filter((name) => name.startsWith("openapi-typescript"))).toEqual([]);
  expect(Object.keys(dependencies)).not.toContain("openapi-fetch");
});
