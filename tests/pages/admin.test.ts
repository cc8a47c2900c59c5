import { describe, expect, test } from "bun:test";
import { testService } from "../support/service";

const origin = "https://elsewhere.test";

describe("the files of /admin", () => {
  test("M139, M151: anybody may have them, uncounted; they may load nothing from elsewhere", async () => {
    await using service = await testService({ settings: { RATE_LIMIT_PUBLIC: "1" } });
    const root = service.url;
    const files = [
      "",
      "/admin.css",
      "/jobs.css",
      "/admin.js",
      "/api.js",
      "/jobs.js",
      "/stats.js",
      "/text.js",
    ];

    for (const file of files) {
      const { status, headers } = await fetch(`${root}/admin${file}`);
      expect([file, status, headers.get("ratelimit-limit")]).toEqual([file, 200, null]);
    }
    const { headers } = await fetch(`${root}/admin`);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const file of ["index.html", "disabled.html", "..%2fhome%2fhome.js", "constructor"]) {
      expect([file, (await fetch(`${root}/admin/${file}`)).status]).toEqual([file, 404]);
    }
  });

  test("S23: pages of other origins get neither them nor the API of administration", async () => {
    await using service = await testService({ settings: { CORS_ORIGINS: origin } });
    const root = service.url;
    const allowed = async (path: string) => {
      const { headers } = await fetch(root + path, { headers: { origin } });
      return headers.get("access-control-allow-origin");
    };

    expect(await allowed("/api/v1/movies")).toBe(origin);
    for (const path of ["/admin", "/admin/admin.js", "/api/v1/admin/stats"]) {
      expect([path, await allowed(path)]).toEqual([path, null]);
    }
  });

  test("M151: administration itself is counted", async () => {
    await using service = await testService({ settings: { RATE_LIMIT_ADMIN: "2" } });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1)
      statuses.push((await service.operator.get("/stats")).status);

    expect(statuses).toEqual([200, 200, 429]);
  });
});
