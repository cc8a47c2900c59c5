import { Argument, Command, CommanderError, Option } from "commander";
import { version } from "~/version";
import { ingestedKinds } from "~/vocabulary";
import { exitCodes, explain } from "./exit";

/** Runs the command that the arguments name; resolves with the exit code. Never rejects. */
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
    .description("answer requests and work on jobs")
    .addOption(new Option("--no-worker", "answer requests only; another process works on the jobs"))
    .action(async (options) => end(await (await import("./serve")).serve(options)));
  root
    .command("worker")
    .description("work on jobs and keep the trending schedule, without the API")
    .addOption(new Option("--health", "answer /health and /metrics on HOST and PORT"))
    .action(async (options) => end(await (await import("./worker")).worker(options)));
  root
    .command("demo")
    .description("fill a database with a small catalog of our own and serve it")
    .action(async () => end(await (await import("./demo")).demo()));
  root
    .command("migrate")
    .description("bring the database up to date")
    .action(async () => end(await (await import("./migrate")).migrate()));
  root
    .command("doctor")
    .description("look at all that the service depends on and say what to do")
    .action(async () => end(await (await import("./doctor")).doctor()));
  root
    .command("healthcheck")
    .description("ask the service on HOST and PORT whether it is ready")
    .action(async () => end(await (await import("./healthcheck")).healthcheck()));
  root
    .command("openapi")
    .description("print the OpenAPI document")
    .action(async () => end(await (await import("./openapi")).openapi()));
  root
    .command("reindex")
    .description("build the Meilisearch index anew beside the old one, then swap them")
    .action(async () => end(await (await import("./reindex")).reindex()));
  root
    .command("ingest")
    .description("enqueue ingestion jobs; trending needs no id")
    .addArgument(new Argument("<kind>", "what to ingest").choices(ingestedKinds))
    .argument("[id...]", "the provider's ids; for a season series:number, such as 1399:1")
    .addOption(new Option("--include-seasons", "with series: one job for each season as well"))
    .addOption(new Option("--wait", "work on the jobs here and follow them to the end"))
    .action(async (kind, ids, options) =>
      end(await (await import("./ingest")).ingest(kind, ids, options)),
    );
  return root;
}
