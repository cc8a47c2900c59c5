import { openApiText } from "~/commands/openapi";
import { breakingChanges } from "./openapi-compatibility";

/**
 * `bun run openapi [--breaking]`: writes the document to docs/openapi.json. Refuses changes that break
 * clients of the committed document, unless `--breaking` allows them.
 */
const path = "docs/openapi.json";
const file = Bun.file(path);
const text = await openApiText();
const findings = (await file.exists()) ? breakingChanges(await file.json(), JSON.parse(text)) : [];
for (const finding of findings) console.error(`breaking: ${finding}`);
if (findings.length > 0 && !process.argv.includes("--breaking")) {
  console.error(`${path} is unchanged; --breaking writes it anyway.`);
  process.exit(1);
}
await Bun.write(path, text);
console.log(`${path}: ${Object.keys(JSON.parse(text).paths).length} paths`);
