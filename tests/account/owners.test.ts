import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { accountRoutes } from "~/account/routes";
import { publicId } from "../catalog/ids";
import { givenMovie, givenSeries } from "../catalog/rows";
import { codeOf } from "../support/client";
import { type AccountService, accountService, secret } from "./service";

const movie = publicId("movie", 1);
const series = publicId("series", 2);

let service: AccountService;
beforeAll(async () => {
  service = await accountService();
  await givenMovie(service.db, 1);
  await givenSeries(service.db, 2);
});
afterAll(() => service[Symbol.asyncDispose]());

const protectedRoutes: [string, string][] = [
  ["GET", "/auth/me"],
  ["GET", "/account/ratings/movies"],
  ["GET", "/account/ratings/series"],
  ["GET", "/account/watchlist/movies"],
  ["GET", "/account/watchlist/series"],
  ...["PUT", "DELETE"].flatMap((method): [string, string][] => [
    [method, `/movies/${movie}/rating`],
    [method, `/series/${series}/rating`],
    [method, `/movies/${movie}/watchlist`],
    [method, `/series/${series}/watchlist`],
  ]),
];

const routes = () =>
  accountRoutes({
    db: service.db,
    secretKey: { current: secret, previous: [] },
    tokenTtlSeconds: 300,
    log: { error: () => {} },
  }).routes;

/** All an account can see of itself through the service. */
async function everythingOf(token: string): Promise<string> {
  const paths = protectedRoutes.filter(([method]) => method === "GET").map(([, path]) => path);
  const answers = await Promise.all(
    paths.map((path) => service.send("GET", path, undefined, token)),
  );
  return answers.map(({ text }) => text).join("\n");
}

describe("what belongs to an account", () => {
  test("M63: the table below holds every route but register and login", () => {
    const listed = protectedRoutes.map(([method, path]) => `${method} ${path}`);
    const served = routes().map(({ method, path }) => {
      const filled = path.replace("/movies/:id", `/movies/${movie}`);
      return `${method} ${filled.replace("/series/:id", `/series/${series}`)}`;
    });
    expect(served.sort()).toEqual([...listed, "POST /auth/login", "POST /auth/register"].sort());
  });

  test.each(protectedRoutes)(
    "M54, M63, S24: %s %s without a token is 401",
    async (method, path) => {
      const answers = [
        await service.send(method, path),
        await service.send(method, `${path}?page=x`, method === "PUT" ? { value: "x" } : undefined),
        await service.send(method, path, undefined, "not.a.token"),
      ];
      expect(
        answers.map((answer) => ({
          status: answer.status,
          code: codeOf(answer),
          scheme: answer.headers.get("www-authenticate"),
          cache: answer.headers.get("cache-control"),
          vary: answer.headers.get("vary"),
        })),
      ).toEqual(
        ["not_authenticated", "not_authenticated", "invalid_token"].map((code) => ({
          status: 401,
          code,
          scheme: "Bearer",
          cache: "no-store",
          vary: "Authorization",
        })),
      );
    },
  );

  test("M63, S24: no answer may be kept by a cache, whatever its status", async () => {
    const token = await service.member("cache@example.org");
    const rating = `/movies/${movie}/rating`;
    const answers = [
      await service.send("POST", "/auth/login", { email: "x", password: "y" }),
      await service.send("POST", "/auth/login", "{"),
      await service.send("POST", "/auth/register", {}),
      await service.send("PUT", rating, { value: 5 }, token),
      await service.send("PUT", rating, { value: 50 }, token),
      await service.send("PUT", "/movies/1/rating", { value: 5 }, token),
      await service.send("DELETE", rating, undefined, token),
      await service.send("GET", "/account/ratings/movies", undefined, token),
      await service.request("POST", "/auth/login", {
        body: "x",
        headers: { "content-type": "text/plain" },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([
      401, 400, 422, 200, 422, 404, 204, 200, 415,
    ]);
    expect(
      new Set(
        answers.map(({ headers }) => `${headers.get("cache-control")} ${headers.get("vary")}`),
      ),
    ).toEqual(new Set(["no-store Authorization"]));
  });

  test("M7, S10: what one account does is neither seen nor changed by another", async () => {
    const mara = await service.member("mara@example.org");
    const ines = await service.member("ines@example.org");
    await service.send("PUT", `/movies/${movie}/rating`, { value: 9.75 }, mara);
    await service.send("PUT", `/series/${series}/rating`, { value: 1.25 }, mara);
    await service.send("PUT", `/movies/${movie}/watchlist`, undefined, mara);
    await service.send("PUT", `/series/${series}/watchlist`, undefined, mara);
    const before = await everythingOf(mara);
    const seenByInes = await everythingOf(ines);

    for (const [method, path] of protectedRoutes.filter(([name]) => name !== "GET")) {
      const body = path.endsWith("rating") && method === "PUT" ? { value: 5 } : undefined;
      const { status } = await service.send(method, path, body, ines);
      expect(status).toBe(method === "PUT" ? 200 : 204);
    }
    expect(seenByInes).not.toMatch(/mara|9\.75|1\.25|movie_0/);
    expect(seenByInes.match(/"total_results":0/g)).toHaveLength(4);
    expect(await everythingOf(mara)).toBe(before);
  });
});
