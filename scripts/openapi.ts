import { openApiText } from "~/commands/openapi";
import { breakingChanges } from "./openapi-compatibility";

/**
 * `bun run openapi [--breaking]`: writes the document to docs/openapi.json. What would break clients of
 * the one that is there is refused, unless one says that it is meant.
 */
const path = "docs/openapi.json";
const file = Bun.file(path);
const text = await openApiText();
const findings = (await file.exists()) ? breakingChanges(await file.json(), JSON.parse(text)) : [];
for (const finding of findings) console.error(`breaking: ${finding}`);
if (findings.length > 0 && !process.argv.includes("--breaking")) {
  console.error(`${path} is left as it was; --breaking writes it all the same.`);
  process.exit(1);
}
await Bun.write(path, text);
console.log(`${path}: ${Object.keys(JSON.parse(text).paths).length} paths`);
