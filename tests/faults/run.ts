import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * `bun run faults [name…] [number…]`: the faults that take true time, real servers or root, one script after the
 * other; each prints its figures and ends with 1 when a promise is broken. What a machine cannot do is
 * said and skipped. Numbers go to each as its arguments. The quick ones are part of `bun test`, and the
 * long one, `soak`, runs only where it is named.
 */
const given = process.argv.slice(2);
const numbers = given.filter((word) => /^\d+$/.test(word));
const wanted = given.filter((word) => !numbers.includes(word));
const scripts = (await readdir(import.meta.dir))
  .filter((file) => file.endsWith(".ts") && file !== "run.ts" && !file.startsWith("support"))
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => (wanted.length === 0 ? name !== "soak" : wanted.includes(name)))
  .sort();

const broken: string[] = [];
for (const name of scripts) {
  console.log(`\n== ${name}`);
  const script = Bun.spawn([process.execPath, join(import.meta.dir, `${name}.ts`), ...numbers], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await script.exited) !== 0) broken.push(name);
}
console.log(broken.length === 0 ? "\nall promises hold" : `\nbroken: ${broken.join(", ")}`);
process.exitCode = broken.length === 0 ? 0 : 1;
