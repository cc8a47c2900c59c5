import { documentedRoutes } from "~/app";
import { loadConfig } from "~/config";
import { openDeps } from "~/deps";
import { openApiDocument } from "~/http/openapi/document";

/** The OpenAPI document of this release as indented JSON; needs neither a database nor settings. */
export async function openApiText(): Promise<string> {
  const nowhere = { path: "/nowhere", user: "nobody", database: "none" };
  const deps = openDeps(loadConfig({}), nowhere, "http");
  const document = await openApiDocument(documentedRoutes(deps));
  await deps.close();
  return `${JSON.stringify(JSON.parse(document), null, 2)}\n`;
}

/** `openapi`: prints the document. */
export async function openapi(): Promise<number> {
  await Bun.write(Bun.stdout, await openApiText());
  return 0;
}
