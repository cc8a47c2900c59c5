import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { alone, missing, start } from "./binary";

setDefaultTimeout(120_000);

const why = missing();
if (why !== undefined) console.log(`tests/binary is skipped: ${why}`);

type Page = { results: { id?: string }[] };

/** A service that answers, as whoever holds its operator token. */
function caller(said: string) {
  const url = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1] ?? "";
  const operator = /admin token for this run: (\S+)/.exec(said)?.[1] ?? "";
  const call = (method: string, path: string, body?: object, token = operator) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { url, call };
}

type Call = ReturnType<typeof caller>["call"];

/** An id of each kind, by the name of the first segment of its routes. */
async function idsOf(call: Call): Promise<Record<string, string>> {
  const first = async (path: string) => {
    const { results } = (await (await call("GET", `/api/v1/${path}`)).json()) as Page;
    return results[0]?.id ?? "none";
  };
  const kinds = ["movies", "series", "people", "companies", "collections", "genres", "keywords"];
  const ids = await Promise.all(kinds.map(async (kind) => [kind, await first(kind)] as const));
  const jobs = (await (await call("GET", "/api/v1/admin/ingest/jobs")).json()) as Page;
  return { ...Object.fromEntries(ids), admin: jobs.results[0]?.id ?? "none" };
}

type OpenApi = { paths: Record<string, { get?: unknown }> };

/** What some reads cannot do without, by the first segment of their path. */
const needed: Record<string, string> = {
  search: "?query=matrix",
  entities: "?refs=imdb:tt0133093",
};

/** Every GET of the document that needs no more than an id, with one put in. */
async function readable(call: Call): Promise<string[]> {
  const ids = await idsOf(call);
  const { paths } = (await (await call("GET", "/api/v1/openapi.json")).json()) as OpenApi;
  return Object.entries(paths)
    .filter(([path, { get }]) => get !== undefined && !/events|stream|\/auth|\/account/.test(path))
    .map(([path]) => {
      const segment = path.split("/")[3] ?? "";
      const query = needed[segment] ?? "";
      return path.replace(/\{(id|job_id|movie_id|series_id)\}/, ids[segment] ?? "?") + query;
    })
    .filter((path) => !/\/\?|\{/.test(path));
}

describe.skipIf(why !== undefined)("the binary, alone in a folder", () => {
  test("F36, M160: runs the demo as a user without name, PATH or HOME, and answers every group of routes", async () => {
    await using place = await alone();
    const env = { DATA_DIR: place.data, PORT: "0", RATE_LIMIT_PUBLIC: "0", RATE_LIMIT_ADMIN: "0" };
    await using demo = start([place.binary, "demo"], { cwd: place.folder, env });
    const said = await demo.says(/Ctrl-C stops it/);
    expect(said).toContain("Ctrl-C stops it");
    const { url, call } = caller(said);

    const pages = ["/", "/home/home.css", "/docs", "/docs/assets/swagger-ui-bundle.js", "/admin"];
    const service = ["/health/live", "/health/ready", "/metrics"];
    const paths = [...pages, ...service, ...(await readable(call))];
    expect(paths.length).toBeGreaterThan(35);
    const statuses = await Promise.all(
      paths.map(async (path) => `${(await call("GET", path)).status} ${path}`),
    );
    expect(statuses.filter((line) => !line.startsWith("200 "))).toEqual([]);
    expect((await (await call("GET", paths[3] ?? "")).text()).length).toBeGreaterThan(1_000_000);

    const account = { email: "mara@example.org", password: "a long passphrase", display_name: "M" };
    const registered = await call("POST", "/api/v1/auth/register", account);
    const { access_token } = (await registered.json()) as { access_token: string };
    const { movies } = await idsOf(call);
    const rated = await call("PUT", `/api/v1/movies/${movies}/rating`, { value: 9 }, access_token);
    expect([registered.status, rated.status]).toEqual([201, 200]);
    const ratings = await call("GET", "/api/v1/account/ratings/movies", undefined, access_token);
    expect(((await ratings.json()) as Page).results).toHaveLength(1);
    const ingest = await call("POST", "/api/v1/admin/ingest/movie", { external_id: 603 });
    expect(ingest.status).toBe(202);

    const PORT = new URL(url).port;
    await using check = start([place.binary, "healthcheck"], { cwd: place.folder, env: { PORT } });
    expect([await check.exited, check.said()]).toEqual([0, "ready\n"]);
    demo.process.kill("SIGTERM");
    expect(await demo.exited).toBe(0);
  });

  test("F36: runs on a read-only root of which only the folder of data can be written", async () => {
    await using place = await alone();
    const bwrap = Bun.which("bwrap");
    const jail = [bwrap ?? "", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
    jail.push("--bind", place.data, place.data, "--unshare-pid", "--die-with-parent");
    if (bwrap === null || !(await works([...jail, "/bin/true"]))) {
      console.log("no bubblewrap that may be used here: the read-only root is not tested");
      return;
    }
    const env = { DATA_DIR: place.data, PORT: "0", TMPDIR: "/nowhere" };
    await using service = start([...jail, place.binary, "serve"], { cwd: place.folder, env });
    const { call } = caller(await service.says(/listens on/));
    for (const path of ["/health/ready", "/docs", "/api/v1/genres"]) {
      expect((await call("GET", path)).status).toBe(200);
    }
  });

  test("D2: neither .env nor bunfig.toml of the folder counts, and NODE_ENV does at run time", async () => {
    await using place = await alone();
    const run = async (args: string[], env: Record<string, string> = {}) => {
      await using done = start([place.binary, ...args], { cwd: place.folder, env });
      return { code: await done.exited, said: done.said() };
    };
    expect(await run(["--version"])).toEqual({ code: 0, said: "0.1.0\n" });
    const production = await run(["serve"], { NODE_ENV: "production" });
    expect(production.code).toBe(78);
    expect(production.said).toStartWith("SERVICE_SECRET_KEY must be set in production");
    expect(
      await run(["doctor"], { DATA_DIR: place.data, SERVICE_PROVIDER: "fixture" }),
    ).toMatchObject({ code: 0, said: expect.stringContaining("(development)") });
  });
});

async function works(command: string[]): Promise<boolean> {
  await using probe = start(command, { cwd: "/" });
  return (await probe.exited) === 0;
}
