import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listSystemUsers, type SystemUser } from "./system-user";

type Owner = { home: string; user: SystemUser | undefined };

/**
 * Settings that make the server accept root alone, when root runs it as another user. Other programs run
 * as that user too (`nobody` above all) and may enter the folder of the socket. The kernel tells the
 * server who connects. The rules are files of root beside `home`, because the user could change whatever
 * lies inside. If we run the server as ourselves, its closed folder is enough and no settings are needed.
 */
export async function accessSettings({ home, user }: Owner): Promise<Record<string, string>> {
  if (user === undefined) return {};
  const folder = `${home}.access`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const hba_file = join(folder, "pg_hba.conf");
  const ident_file = join(folder, "pg_ident.conf");
  await writeFile(hba_file, "local all all peer map=service\n");
  await writeFile(
    ident_file,
    (await namesOfRoot()).map((name) => `service ${name} catalog\n`),
  );
  for (const file of [hba_file, ident_file]) await chmod(file, 0o644);
  await chmod(folder, 0o755);
  return { hba_file, ident_file };
}

async function namesOfRoot(): Promise<string[]> {
  const names = (await listSystemUsers()).flatMap(({ name, uid }) => (uid === 0 ? [name] : []));
  return names.length > 0 ? names : ["root"];
}
