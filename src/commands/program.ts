import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { version } from "~/version";
import { importKinds, ingestedKinds } from "~/vocabulary";
import { exitCodes, explain } from "./exit";

/** Runs the command in the arguments; resolves with the exit code and never rejects. */
export async function run(args: string[]): Promise<number> {
  let code: number = exitCodes.done;
  const end = (result: number) => {
    code = result;
  };
  try {
    await program(end).parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.misconfigured;
    return explain(error);
  }
}

function program(end: (code: number) => void): Command {
  const root = new Command("media-catalog")
    .description("Stores and serves metadata about movies and series over HTTP.")
    .version(version)
    .exitOverride()
    .showHelpAfterError("(media-catalog --help lists the commands)");
  root
    .command("serve")
    .description("serve the API and run jobs")
    .addOption(new Option("--no-worker", "serve the API only; another process runs the jobs"))
    .action(async (options) => end(await (await import("./serve")).serve(options)));
  root
    .command("worker")
    .description("run jobs and the trending schedule, without the API")
    .addOption(new Option("--health", "serve /health and /metrics on HOST and PORT"))
    .action(async (options) => end(await (await import("./worker")).worker(options)));
  root
    .command("demo")
    .description("serve a small sample catalog from a database of its own")
    .action(async () => end(await (await import("./demo")).demo()));
  root
    .command("migrate")
    .description("apply pending migrations")
    .action(async () => end(await (await import("./migrate")).migrate()));
  root
    .command("doctor")
    .description("check everything the service depends on and say what to do")
    .action(async () => end(await (await import("./doctor")).doctor()));
  root
    .command("healthcheck")
    .description("check whether the service on HOST and PORT is ready")
    .action(async () => end(await (await import("./healthcheck")).healthcheck()));
  root
    .command("openapi")
    .description("print the OpenAPI document")
    .action(async () => end(await (await import("./openapi")).openapi()));
  root
    .command("reindex")
    .description("rebuild the Meilisearch index beside the old one, then swap them")
    .action(async () => end(await (await import("./reindex")).reindex()));
  root
    .command("changes")
    .description("look after the change feed")
    .command("new-epoch")
    .description("make every cursor expire, for example after a dump was restored")
    .action(async () => end(await (await import("./changes")).newEpoch()));
  root
    .command("ingest")
    .description("enqueue ingestion jobs; trending needs no id")
    .addArgument(new Argument("<kind>", "what to ingest").choices(ingestedKinds))
    .argument("[id...]", "the provider's ids; for a season series:number, such as 1399:1")
    .addOption(new Option("--include-seasons", "with series: also one job for each season"))
    .addOption(new Option("--wait", "run the jobs in this process and show their progress"))
    .action(async (kind, ids, options) =>
      end(await (await import("./ingest")).ingest(kind, ids, options)),
    );
  root
    .command("import")
    .description("import a file of ids: each is fetched in its turn, most popular first")
    .addArgument(
      new Argument("[kind]", "what the ids name; by default what the file tells").choices(
        importKinds,
      ),
    )
    .requiredOption("--from <file>", "a file, a URL, or - for standard input")
    .addOption(new Option("--top <count>", "only so many, most popular first").argParser(count))
    .addOption(
      new Option("--min-popularity <number>", "only what is at least so popular").argParser(number),
    )
    .addOption(new Option("--include-adult", "also what the file marks as adult"))
    .addOption(new Option("--include-seasons", "with series: also each season"))
    .addOption(new Option("--again", "also what is in the catalog already"))
    .addOption(new Option("--wait", "work on it in this process until all has ended"))
    .action(async (kind, options) =>
      end(await (await import("./import")).importFile(kind, options)),
    );
  return root;
}

function count(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError("It takes 1 to 999999999.");
  return Number(text);
}

function number(text: string): number {
  if (!/^[0-9]{1,9}(\.[0-9]{1,9})?$/.test(text)) {
    throw new InvalidArgumentError("It takes a number such as 0.6.");
  }
  return Number(text);
}
