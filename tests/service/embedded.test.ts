import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { movieBody } from "../support/bodies/movie";
import { standIn } from "../support/provider";
import { finished, program, providerEnv, serving, temporaryFolder } from "./program";

setDefaultTimeout(60_000);

describe.concurrent("the database of the service's own", () => {
  test("serves from an empty DATA_DIR, which ingest --wait shares with it", async () => {
    await using folder = await temporaryFolder();
    await using provider = standIn();
    provider.serve("/movie/603", movieBody({ id: 603, title: "The Matrix" }));
    const env = { DATA_DIR: folder.path, ...providerEnv(provider) };
    await using service = await serving(env);
    expect((await service.call("GET", "/health/ready")).status).toBe(200);
    const ingested = await finished(["ingest", "movie", "603", "--wait"], env);
    const [, id = ""] = /^movie 603 succeeded created (movie_\w+)$/m.exec(ingested.stdout) ?? [];
    const movie = await service.call("GET", `/api/v1/movies/${id}`);
    expect(await movie.json()).toMatchObject({ id, title: "The Matrix" });
    service.process.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    expect(ingested.code).toBe(0);
  });
});

/** The demo, once it has introduced itself, with the three commands it prints. */
async function demo(data_dir: string) {
  const running = program(["demo"], { DATA_DIR: data_dir, PORT: "0", WORKER_CONCURRENCY: "2" });
  await running.says(/Ctrl-C stops it/);
  const lines = running.said.stdout.match(/^ {2}curl .*$/gm) ?? [];
  return { running, lines: lines.map((line) => line.trim()) };
}

async function answerOf(line: string): Promise<Record<string, unknown>> {
  const shell = Bun.spawn(["sh", "-c", line.replace("curl -s", "curl -s --fail-with-body")]);
  const text = await new Response(shell.stdout).text();
  expect(await shell.exited).toBe(0);
  return JSON.parse(text);
}

const withoutCurl = Bun.which("curl") === null;
if (withoutCurl) console.log("The demo's curl lines are left out: there is no curl here.");

describe.concurrent.skipIf(withoutCurl)("demo", () => {
  test("ends serving; its curl lines work; a second start finds everything unchanged", async () => {
    await using folder = await temporaryFolder();
    const first = await demo(folder.path);
    await using _first = first.running;
    const [movie, seasons, job] = await Promise.all(first.lines.map(answerOf));
    expect(movie).toMatchObject({ kind: "movie", title: "The Matrix" });
    expect(seasons?.results).not.toEqual([]);
    expect(job).toMatchObject({ status: "queued", created: false });
    first.running.process.kill("SIGINT");
    expect(await first.running.exited).toBe(0);

    const second = await demo(folder.path);
    await using _second = second.running;
    expect(second.lines.slice(0, 2).map(withoutPort)).toEqual(
      first.lines.slice(0, 2).map(withoutPort),
    );
    const [again] = await Promise.all(second.lines.slice(0, 1).map(answerOf));
    expect({ ...again, last_ingested_at: "" }).toEqual({ ...movie, last_ingested_at: "" });
    second.running.process.kill("SIGTERM");
    expect(await second.running.exited).toBe(0);
  });
});

const withoutPort = (line: string) => line.replace(/:\d+\//, "/");
