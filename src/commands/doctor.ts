import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, loadConfig } from "~/config";
import { startEmbedded } from "~/db/postgres/embedded";
import { EmbeddedServerError } from "~/db/postgres/error";
import { databaseFindings, replicaFinding } from "./doctor/database";
import { meilisearchFinding, providerFinding } from "./doctor/external-services";
import { type Finding, fine, lineOf, problem, warning } from "./doctor/finding";
import { exitCodes } from "./exit";

/**
 * `doctor`: checks everything the service depends on and prints for each part whether it is fine or what to
 * do. It changes nothing. Exits with 0 if all is fine, 1 if there is a problem, 78 if a setting is wrong.
 */
export async function doctor(): Promise<number> {
  const config = loadConfig(process.env);
  console.log(lineOf(fine("settings", `all values are valid (${config.environment})`)));
  const checks = [
    async () => config.lookalikes.map((lookalike) => warning("settings", lookalike)),
    async () => [secretFinding(config), operatorFinding(config)],
    () =>
      config.databaseUrl === undefined
        ? embeddedFindings(config)
        : databaseFindings({ url: config.databaseUrl }),
    async () =>
      config.databaseReplicaUrl === undefined
        ? []
        : [await replicaFinding(config.databaseReplicaUrl)],
    async () => [await providerFinding(config), await meilisearchFinding(config)],
  ];
  let isFine = true;
  for (const check of checks) {
    for (const finding of await check()) {
      isFine &&= finding.ok;
      console.log(lineOf(finding));
    }
  }
  return isFine ? exitCodes.done : exitCodes.failed;
}

function secretFinding({ secretKey }: Config): Finding {
  if (!secretKey.generated) return fine("secret", "SERVICE_SECRET_KEY is strong enough");
  return fine(
    "secret",
    "generated at each start; set SERVICE_SECRET_KEY so that access tokens survive a restart",
  );
}

function operatorFinding({ admin }: Config): Finding {
  if (admin.disabled)
    return fine("operator", "SERVICE_ADMIN_TOKEN is unset: administration is disabled");
  const generated = "a token is generated and printed at each start; SERVICE_ADMIN_TOKEN sets one";
  return fine("operator", admin.generated ? generated : "SERVICE_ADMIN_TOKEN is set");
}

/** Checks the embedded server; starts it for the check if it does not run. */
async function embeddedFindings({ dataDir }: Config): Promise<Finding[]> {
  if (!existsSync(join(dataDir, "postgres/data"))) {
    return [fine("database", "DATABASE_URL is unset: an embedded one is made at the first start")];
  }
  try {
    const server = await startEmbedded({ data_dir: dataDir, log: console.error });
    try {
      // If the process that ran it is just ending, this one starts it again.
      return await databaseFindings(server.address, { max_wait_ms: 3_000 });
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (!(error instanceof EmbeddedServerError)) throw error;
    return [problem("database", error.message)];
  }
}
