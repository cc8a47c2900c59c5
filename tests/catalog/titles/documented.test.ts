import { expect, test } from "bun:test";
import { movieRoutes } from "~/catalog/movies/routes";
import { seriesRoutes } from "~/catalog/series/routes";
import { episodeRoutes, seasonRoutes, seriesSeasonRoutes } from "~/catalog/series/season-routes";
import { testDatabase } from "../../support/database";

type Documented = {
  detail?: { operationId?: string; summary?: string; tags?: string[]; security?: unknown[] };
  response?: Record<string, unknown>;
};

test("every route has a name of its own, a summary, a tag, no security and its answers documented", async () => {
  await using database = await testDatabase();
  const part = { db: database.db };
  const routes = [
    movieRoutes(part),
    seriesRoutes(part),
    seriesSeasonRoutes(part),
    seasonRoutes(part),
    episodeRoutes(part),
  ].flatMap((app) => app.routes);

  const hooks = routes.map(({ hooks }) => hooks as Documented);
  const names = hooks.map(({ detail }) => detail?.operationId);
  expect(new Set(names).size).toBe(routes.length);
  for (const { detail, response } of hooks) {
    expect(detail).toEqual({
      operationId: expect.stringMatching(/^(get|list)[A-Z][A-Za-z]+$/),
      summary: expect.stringMatching(/^[A-Z].*[a-z]$/),
      tags: [expect.stringMatching(/^(Movies|Series)$/)],
      security: [],
    });
    const statuses = Object.keys(response ?? {});
    const mayBeMissing = detail?.operationId?.startsWith("get");
    expect(statuses).toEqual(expect.arrayContaining(mayBeMissing ? ["200", "404"] : ["200"]));
  }
});
