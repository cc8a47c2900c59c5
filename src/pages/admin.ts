import { Elysia } from "elysia";
import { version } from "~/version";
import { assetsIn, FileServer, policies } from "./files";

const asset = assetsIn("admin");

const server = new FileServer({
  read: async (name) => {
    const bytes = await asset(name);
    if (!name.endsWith(".html")) return bytes;
    return new TextDecoder().decode(bytes).replace("<!-- version -->", version);
  },
  names: [
    ...["admin.css", "jobs.css", "panels.css"],
    ...["admin.js", "api.js", "changes.js", "imports.js", "jobs.js", "refresh.js", "stats.js"],
    "text.js",
  ],
  maxAge: 300,
});

/**
 * The operator's page at /admin. Its files are public, because all data comes from the API with the
 * operator token. Where operator routes are disabled the page says so.
 */
export const adminPage = ({ disabled }: { disabled: boolean }) =>
  new Elysia({ name: "admin-page" })
    .get("/admin", ({ request }) =>
      server.file(disabled ? "disabled.html" : "index.html", request, {
        "content-security-policy": policies.admin,
        "cache-control": "no-cache",
      }),
    )
    .get("/admin/:file", ({ params, request }) => server.loaded(params.file, request));
