import { Elysia } from "elysia";
import { cachedFor, readCounts } from "~/catalog/counts";
import type { Db } from "~/db/client";
import { version } from "~/version";
import { catalogAttribution, watchProviderAttribution } from "~/vocabulary/attributions";
import { assetsIn, FileServer, policies } from "./files";

const asset = assetsIn("home");

const attributions = [catalogAttribution, watchProviderAttribution]
  .map(({ text, source, url }) => `<p>${text} <a href="${url}">${source}</a></p>`)
  .join("\n      ");

/** The page with the attributions and the version, which only the program knows. */
async function page(): Promise<string> {
  const file = new TextDecoder().decode(await asset("index.html"));
  return file.replace("<!-- attributions -->", attributions).replace("<!-- version -->", version);
}

const server = new FileServer({
  read: (name) => (name === "index.html" ? page() : asset(name)),
  names: ["home.css", "home.js", "icon.svg"],
  maxAge: 300,
});

const countsMaxAge = 60;

/**
 * The page at `/`: what the service is, how much its catalog holds, and a search box. The counts are for
 * this page and no part of the API.
 */
export const homePage = ({ db }: { db: Db }) => {
  const counts = cachedFor(countsMaxAge, () => readCounts(db));
  return new Elysia({ name: "home-page" })
    .get("/", ({ request }) =>
      server.file("index.html", request, {
        "content-security-policy": policies.home,
        "cache-control": "no-cache",
      }),
    )
    .get("/home/counts", async ({ set }) => {
      set.headers["cache-control"] = `public, max-age=${countsMaxAge}`;
      return counts();
    })
    .get("/home/:file", ({ params, request }) => server.loaded(params.file, request));
};
