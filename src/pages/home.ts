import { join } from "node:path";
import { Elysia } from "elysia";
import { assetFolder } from "~/assets";
import { keptFor, readCounts } from "~/catalog/counts";
import type { Db } from "~/db/client";
import { ApiError } from "~/http/errors";
import { version } from "~/version";
import { catalogAttribution, watchProviderAttribution } from "~/vocabulary";
import { answer, kept, served, text } from "./files";

/** Images come from the provider's host; everything else from this service. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https://image.tmdb.org",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const types: Record<string, string> = {
  "home.css": "text/css; charset=utf-8",
  "home.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
};

const bytes = (name: string) => Bun.file(join(assetFolder("assets"), "home", name)).bytes();

const attributions = [catalogAttribution, watchProviderAttribution]
  .map(({ text: told, source, url }) => `<p>${told} <a href="${url}">${source}</a></p>`)
  .join("\n      ");

/** The page with what the program knows and a file cannot: attributions and the release. */
async function page(): Promise<string> {
  const file = new TextDecoder().decode(await bytes("index.html"));
  return file.replace("<!-- attributions -->", attributions).replace("<!-- version -->", version);
}

const file = kept(async (name) =>
  name === "index.html" ? text(await page()) : served(await bytes(name)),
);

const maxAge = 60;

/**
 * The page at `/` (M160): what this is, how much is in it, and a search box, from files of our own.
 * The counts are for the page alone and no part of the API.
 */
export const homeRoutes = ({ db }: { db: Db }) => {
  const counts = keptFor(maxAge, () => readCounts(db));
  return new Elysia({ name: "home" })
    .get("/", async ({ request }) =>
      answer(await file("index.html"), request, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "no-cache",
      }),
    )
    .get("/home/counts", async ({ set }) => {
      set.headers["cache-control"] = `public, max-age=${maxAge}`;
      return counts();
    })
    .get("/home/:file", async ({ params, request }) => {
      const type = Object.hasOwn(types, params.file) ? types[params.file] : undefined;
      if (type === undefined) throw new ApiError("route_not_found");
      return answer(await file(params.file), request, {
        "content-type": type,
        "cache-control": "public, max-age=300",
      });
    });
};
