import { join } from "node:path";
import { Elysia } from "elysia";
import { assetFolder } from "~/assets";
import { ApiError } from "~/http/errors";
import { version } from "~/version";
import { answer, kept, served, text } from "./files";

/** Everything comes from this service. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const types: Record<string, string> = {
  "admin.css": "text/css; charset=utf-8",
  "admin.js": "text/javascript; charset=utf-8",
  "jobs.css": "text/css; charset=utf-8",
  "api.js": "text/javascript; charset=utf-8",
  "jobs.js": "text/javascript; charset=utf-8",
  "stats.js": "text/javascript; charset=utf-8",
  "text.js": "text/javascript; charset=utf-8",
};

const bytes = (name: string) => Bun.file(join(assetFolder("assets"), "admin", name)).bytes();

async function page(name: string): Promise<string> {
  return new TextDecoder().decode(await bytes(name)).replace("<!-- version -->", version);
}

const file = kept(async (name) =>
  name.endsWith(".html") ? text(await page(name)) : served(await bytes(name)),
);

/**
 * The operator's page at /admin (M139): files that anybody may have, since all they show comes from the
 * API with the operator token. Where administration is disabled the page says so.
 */
export const consoleRoutes = ({ disabled }: { disabled: boolean }) =>
  new Elysia({ name: "console" })
    .get("/admin", async ({ request }) =>
      answer(await file(disabled ? "disabled.html" : "index.html"), request, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "no-cache",
      }),
    )
    .get("/admin/:file", async ({ params, request }) => {
      const type = Object.hasOwn(types, params.file) ? types[params.file] : undefined;
      if (type === undefined) throw new ApiError("route_not_found");
      return answer(await file(params.file), request, {
        "content-type": type,
        "cache-control": "public, max-age=300",
      });
    });
