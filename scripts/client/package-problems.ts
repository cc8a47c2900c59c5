import { $ } from "bun";

const compilers = ["typescript", "typescript-6", "../../node_modules/typescript"];

/**
 * Builds the package of the client and says what is wrong with it: what publint finds, and what the compilers of the
 * last three major versions say of a program that uses its types, in strict mode.
 */
export async function packageProblems(): Promise<string[]> {
  await $`npm run build`.cwd("client").quiet();
  const problems: string[] = [];
  const lint = await $`node_modules/.bin/publint run . --strict`.cwd("client").nothrow().quiet();
  if (lint.exitCode !== 0) problems.push(lint.text());
  for (const compiler of compilers) {
    const program = `node_modules/${compiler}/bin/tsc`;
    const compiled = await $`node ${program} -p examples`.cwd("client").nothrow().quiet();
    if (compiled.exitCode !== 0) problems.push(`${compiler}: ${compiled.text()}`);
  }
  return problems;
}
