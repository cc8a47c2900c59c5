import { known } from "../bad-input/service";
import { givenMovie } from "../catalog/rows";
import { databaseEnv } from "../service/program";
import { testDatabase } from "../support/database";

/**
 * `bun tests/external/alike.ts [binary]`: the service in development, in production and as the compiled
 * binary (dist/media-catalog, made by `bun run build`) answers the same requests with the same statuses,
 * headers and bodies, but for ids, tokens and times (T5, T6, M139). Ends with 1 where two differ.
 */
const binary = process.argv[2] ?? "dist/media-catalog";
const admin = "operator-0123456789-0123456789-0123456789";

const json = { "content-type": "application/json" };
const account = { email: "mara@example.org", password: "four sparrows", display_name: "Mara" };
type Step = { method?: string; path: string; headers?: object; body?: unknown; owned?: boolean };
const rating = `/api/v1/movies/${known.movie}/rating`;

/** From the first registration to the list, and every kind of refusal. */
const steps: Step[] = [
  { path: "/health/ready" },
  { method: "POST", path: "/api/v1/auth/register", body: account },
  { method: "POST", path: "/api/v1/auth/register", body: account },
  { method: "POST", path: "/api/v1/auth/register", body: { ...account, password: "short" } },
  { method: "POST", path: "/api/v1/auth/register", body: { ...account, email: 1, is_admin: true } },
  { method: "POST", path: "/api/v1/auth/login", body: { email: account.email, password: "wrong" } },
  { path: "/api/v1/auth/me", owned: true },
  { path: "/api/v1/auth/me" },
  { method: "PUT", path: rating, body: { value: 8.5 }, owned: true },
  { method: "PUT", path: rating, body: { value: "8.5" }, owned: true },
  { method: "PUT", path: rating, body: "{", owned: true },
  {
    method: "PUT",
    path: rating,
    body: "{}",
    headers: { "content-type": "text/plain" },
    owned: true,
  },
  { method: "PUT", path: rating, body: "x".repeat(70_000), owned: true },
  { path: "/api/v1/account/ratings/movies", owned: true },
  { method: "DELETE", path: rating, owned: true },
  { path: `/api/v1/movies/${known.movie}` },
  { path: `/api/v1/movies/${known.series}` },
  { path: "/api/v1/movies?page=0&genre=28" },
  { path: "/api/v1/movies?status=%00" },
  { path: "/api/v1/search?query=movie" },
  { path: "/api/v1/nothing" },
  { method: "PATCH", path: "/api/v1/movies" },
  { method: "POST", path: "/api/v1/admin/ingest/movie", body: { external_id: 603 } },
  { path: "/api/v1/admin/ingest/jobs/job_x", headers: { "x-admin-token": admin } },
  { path: "/docs" },
  { path: "/api/v1/openapi.json" },
];

const varying = new Set(["date", "x-request-id", "etag", "ratelimit-reset", "last-modified"]);

/** What stays of a text when ids, tokens, moments and what hangs on the clock are gone. */
const steady = (text: string): string =>
  text
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "TOKEN")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "MOMENT")
    .replace(/user_[0-9a-f]{32}/g, "USER");

async function answersOf(url: string): Promise<string[]> {
  let token = "";
  const told: string[] = [];
  for (const { method = "GET", path, headers = {}, body, owned = false } of steps) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : json),
        ...(owned ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    token = /"access_token":"([^"]+)"/.exec(text)?.[1] ?? token;
    const kept = [...response.headers].filter(([name]) => !varying.has(name)).sort();
    const shown = kept.map(([name, value]) => `${name}: ${value}`).join("; ");
    told.push(steady(`${method} ${path}: ${response.status} {${shown}} ${text}`));
  }
  return told;
}

async function answered(command: string[], env: Record<string, string>): Promise<string[]> {
  await using database = await testDatabase();
  await givenMovie(database.db, 1, {
    created_at: "2026-11-20T06:00:04.120Z",
    updated_at: "2026-11-20T06:00:04.120Z",
  });
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn([...command, "serve"], {
    env: { PATH, HOME, ...databaseEnv(database), PORT: "0", SERVICE_ADMIN_TOKEN: admin, ...env },
    stdout: "pipe",
    stderr: "ignore",
  });
  let said = "";
  let url: string | undefined;
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += piece;
    url = /listens on (http:\S+)/.exec(said)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`${command.join(" ")} never listened: ${said}`);
  const found = await answersOf(url);
  child.kill("SIGTERM");
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} ended with an error`);
  return found;
}

const production = {
  NODE_ENV: "production",
  SERVICE_SECRET_KEY: "a-key-of-this-check-alone-0123456789",
};
const source = [process.execPath, "--no-env-file", "src/main.ts"];
const development = await answered(source, {});
const others = {
  "in production": await answered(source, production),
  "as a binary": await answered([binary], {}),
  "as a binary in production": await answered([binary], production),
};
let differences = 0;
for (const [name, answers] of Object.entries(others)) {
  const different = answers.filter((answer, n) => answer !== development[n]);
  differences += different.length;
  console.log(`${name}: ${answers.length - different.length} of ${answers.length} answers alike`);
  for (const answer of different) console.log(`  ${answer.slice(0, 400)}`);
}
process.exit(differences === 0 ? 0 : 1);
