import { settingsTable } from "./settings-table";

/** `bun run readme`: writes the table of settings into README.md. */
const path = "README.md";
const text = await Bun.file(path).text();
await Bun.write(
  path,
  text.replace(/(<!-- settings -->)[\s\S]*(<!-- \/settings -->)/, `$1\n${settingsTable()}\n$2`),
);
