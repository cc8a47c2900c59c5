import { join } from "node:path";
import { type AnyElysia, Elysia } from "elysia";
import { assetFolder } from "~/assets";
import { openApiDocument } from "~/http/openapi/document";
import { FileServer, policies } from "./files";

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Media Catalog API</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="ui"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/init.js"></script>
  </body>
</html>
`;

const startScript = `window.ui = SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#ui",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** A file of swagger-ui-dist: from node_modules, or compressed inside the binary. */
async function swaggerFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!Bun.isStandaloneExecutable)
    return Bun.file(join(assetFolder("node_modules/swagger-ui-dist"), name)).bytes();
  const packed = Bun.file(join(assetFolder("swagger-ui-dist"), `${name}.zst`));
  return new Uint8Array(await Bun.zstdDecompress(await packed.bytes()));
}

/**
 * The OpenAPI document at /api/v1/openapi.json and a Swagger UI at /docs that loads nothing from other
 * hosts. `routes` returns all routes to document, with their prefix; it is called for the first request
 * of the document. Use it beside the routes, not under a prefix.
 */
export function docs(routes: () => AnyElysia) {
  const made: Record<string, () => Promise<string>> = {
    "openapi.json": () => openApiDocument(routes()),
    "index.html": async () => page,
    "init.js": async () => startScript,
  };
  const server = new FileServer({
    read: (name) => made[name]?.() ?? swaggerFile(name),
    names: ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png", "init.js"],
    maxAge: 3_600,
  });
  return new Elysia({ name: "docs" })
    .get("/api/v1/openapi.json", ({ request }) =>
      server.file("openapi.json", request, { "cache-control": "no-cache" }),
    )
    .get("/docs", ({ request }) =>
      server.file("index.html", request, { "content-security-policy": policies.docs }),
    )
    .get("/docs/assets/:file", ({ params, request }) => server.loaded(params.file, request));
}
