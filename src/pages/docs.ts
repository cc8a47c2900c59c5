import { join } from "node:path";
import { type AnyElysia, Elysia } from "elysia";
import { assetFolder } from "~/assets";
import { ApiError } from "~/http/errors";
import { openApiDocument, type ServiceInfo } from "~/http/openapi/document";
import { answer, kept, served, text } from "./files";

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

const start = `window.ui = SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#ui",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const types: Record<string, string> = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "favicon-32x32.png": "image/png",
  "init.js": "text/javascript; charset=utf-8",
};

/** A file of swagger-ui-dist: out of the checkout's packages, or compressed inside the binary. */
async function swaggerFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!Bun.isStandaloneExecutable)
    return Bun.file(join(assetFolder("node_modules/swagger-ui-dist"), name)).bytes();
  const packed = Bun.file(join(assetFolder("swagger-ui-dist"), `${name}.zst`));
  return new Uint8Array(await Bun.zstdDecompress(await packed.bytes()));
}

const asset = kept(async (name) =>
  name === "init.js" ? text(start) : served(await swaggerFile(name)),
);

/**
 * The OpenAPI document at /api/v1/openapi.json and a Swagger UI at /docs that loads nothing from
 * elsewhere (M159, M160). `routes` gives everything to document, with its prefix; it is asked when the
 * document is first asked for. Used beside the routes, not under a prefix.
 */
export function docs(routes: () => AnyElysia, info: ServiceInfo) {
  const document = kept(async () => text(await openApiDocument(routes(), info)));
  const html = text(page);
  return new Elysia({ name: "docs" })
    .get("/api/v1/openapi.json", async ({ request }) =>
      answer(await document("openapi"), request, {
        "content-type": "application/json",
        "cache-control": "no-cache",
      }),
    )
    .get("/docs", ({ request }) =>
      answer(html, request, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
      }),
    )
    .get("/docs/assets/:file", async ({ params, request }) => {
      const type = Object.hasOwn(types, params.file) ? types[params.file] : undefined;
      if (type === undefined) throw new ApiError("route_not_found");
      return answer(await asset(params.file), request, {
        "content-type": type,
        "cache-control": "public, max-age=3600",
      });
    });
}
