import { join } from "node:path";

/**
 * A folder of files that ship with the program: beside `src/` in a checkout, inside a compiled binary
 * (`bun build --asset <name>`). This file must be in `src/` itself, because in a binary the path of every
 * module is that of the entry point.
 */
export const assetFolder = (name: string): string =>
  join(import.meta.dir, Bun.isStandaloneExecutable ? "" : "..", name);
