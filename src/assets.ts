import { join } from "node:path";

/**
 * The folder of files shipped with the program: beside `src/` in a checkout, inside the binary once
 * compiled (`bun build --asset <name>`). This file must lie in `src/` itself: in a binary every
 * module's path is that of the entry point.
 */
export const assetFolder = (name: string): string =>
  join(import.meta.dir, Bun.isStandaloneExecutable ? "" : "..", name);
