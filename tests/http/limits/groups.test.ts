import { describe, expect, test } from "bun:test";
import { groupsOf } from "~/http/limits/rate-limit";

describe("groupsOf", () => {
  test.each([
    ["/", []],
    ["/health/ready", []],
    ["/docs", []],
    ["/docs/assets/init.js", []],
    ["/metrics", []],
    ["/api/v1/openapi.json", []],
    ["/nothing", ["public"]],
    ["/healthy", ["public"]],
    ["/api/v1/movies/x/rating", ["public"]],
    ["/api/v1/account/ratings", ["public"]],
    ["/api/v1/authors", ["public"]],
    ["/api/v1/search", ["public", "search"]],
    ["/api/v1/auth", ["auth"]],
    ["/api/v1/auth/login", ["auth"]],
    ["/api/v1/auth/../movies", ["auth"]],
    ["/api/v1/admin/jobs", ["admin"]],
  ])("M151: %s is counted in %p", (path, groups) => {
    expect([...groupsOf(path)]).toEqual(groups as never[]);
  });
});
