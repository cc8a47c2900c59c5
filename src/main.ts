import { run } from "~/commands/program";

process.exitCode = await run(process.argv.slice(2));
