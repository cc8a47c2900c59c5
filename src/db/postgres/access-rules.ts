import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Account, listAccounts } from "./system-user";

type Seat = { home: string; account: Account | undefined };

/**
 * Settings by which a server that root handed to an account lets in root alone: programs of others run
 * as that account, too, `nobody` above all, and may enter the folder of its socket. The kernel tells
 * the server who connects. The rules are root's own files beside `home`, for what lies in it the
 * account could change. A server of our own user has its folder closed to everybody else instead.
 */
export async function accessSettings({ home, account }: Seat): Promise<Record<string, string>> {
  if (account === undefined) return {};
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
  const names = (await listAccounts()).flatMap(({ name, uid }) => (uid === 0 ? [name] : []));
  return names.length > 0 ? names : ["root"];
}
