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
 * `doctor`: looks at everything the service depends on and says for each whether it is all right, or
 * what to do. It changes nothing. 0: all is well; 1: there is a problem; 78: a setting is wrong.
 */
export async function doctor(): Promise<number> {
  const config = loadConfig(process.env);
  console.log(lineOf(fine("settings", `all have values that are allowed (${config.environment})`)));
  const checks = [
    async () => config.lookalikes.map((lookalike) => warning("settings", lookalike)),
    async () => [secretFinding(config), operatorFinding(config)],
    () => (config.databaseUrl === undefined ? ownDatabase(config) : given(config.databaseUrl)),
    async () =>
      config.databaseReplicaUrl === undefined
        ? []
        : [await replicaFinding(config.databaseReplicaUrl)],
    async () => [await providerFinding(config), await meilisearchFinding(config)],
  ];
  let well = true;
  for (const check of checks) {
    for (const finding of await check()) {
      well &&= finding.ok;
      console.log(lineOf(finding));
    }
  }
  return well ? exitCodes.done : exitCodes.failed;
}

function secretFinding({ secretKey }: Config): Finding {
  if (!secretKey.generated) return fine("secret", "SERVICE_SECRET_KEY is long and varied enough");
  return fine("secret", "made at each start; set SERVICE_SECRET_KEY and tokens survive a restart");
}

function operatorFinding({ admin }: Config): Finding {
  if (admin.disabled) return fine("operator", "no SERVICE_ADMIN_TOKEN: administration is closed");
  const made = "a token is made and printed at each start; SERVICE_ADMIN_TOKEN sets one";
  return fine("operator", admin.generated ? made : "SERVICE_ADMIN_TOKEN opens administration");
}

const given = (url: string): Promise<Finding[]> => databaseFindings({ url });

/** The service's own server, started for the moment of the question unless it runs. */
async function ownDatabase({ dataDir }: Config): Promise<Finding[]> {
  if (!existsSync(join(dataDir, "postgres/data"))) {
    return [fine("database", "DATABASE_URL is unset: one of its own is made at the first start")];
  }
  try {
    const server = await startEmbedded({ data_dir: dataDir, log: console.error });
    try {
      // The process that ran it may end just now, and this one take its place.
      return await databaseFindings(server.address, { patience_ms: 3_000 });
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (!(error instanceof EmbeddedServerError)) throw error;
    return [problem("database", error.message)];
  }
}
