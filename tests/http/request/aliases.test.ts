import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Operation, operationsOf } from "../../fuzz/operations";
import { type TestService, testService } from "../../support/service";

let service: TestService;
let operations: Operation[];
beforeAll(async () => {
  service = await testService();
  const { body } = await service.get<Parameters<typeof operationsOf>[0]>("/openapi.json");
  operations = operationsOf(body);
});
afterAll(() => service[Symbol.asyncDispose]());

const namesOf = ({ parameters }: Operation) => parameters.map(({ name }) => name);

test("M68 M83 M107: wherever region or country is a parameter, the other one is too", () => {
  const both = ["region", "country"];
  const taking = operations.filter((each) => /\b(region|country)\b/.test(namesOf(each).join(" ")));

  expect(taking.length).toBeGreaterThan(4);
  for (const each of taking) expect(namesOf(each)).toEqual(expect.arrayContaining(both));
});

test("every parameter with another name is answered alike by both", async () => {
  const unknown = `movie_${"0".repeat(32)}`;
  const aliases = operations.flatMap(({ path, parameters }) =>
    parameters.map((parameter) => ({ path, parameter, first: parameter["x-alias-of"] })),
  );
  for (const { path, parameter, first } of aliases.filter((each) => each.first !== undefined)) {
    const [example = "US"] = parameter.schema.examples ?? [];
    const target = path.replace("/api/v1", "").replace("{id}", unknown);
    const [by, byFirst] = await Promise.all(
      [parameter.name, first].map((name) => service.get(`${target}?${name}=${example}`)),
    );
    expect([path, by?.status, by?.text]).toEqual([path, byFirst?.status, byFirst?.text]);
    expect([path, by?.headers.get("x-ignored-params")]).toEqual([path, null]);
  }
});
