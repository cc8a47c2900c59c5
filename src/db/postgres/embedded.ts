import { join } from "node:path";
import type { DatabaseAddress } from "~/db/client";
import { exclusively } from "./file-lock";
import { makeDataFolder, prepareFolders } from "./folders";
import { addressOf, adoptOrStart } from "./start";
import { superviseServer } from "./supervisor";

type Options = {
  /** Its folder `postgres` holds the cluster, the socket and the log; made if missing. */
  data_dir: string;
  /** The folder of `initdb` and `postgres`, with `lib` and `share` beside it; unset = the npm package. */
  bin_dir?: string;
  /** Receives lines for the operator. */
  log?: (line: string) => void;
};

export type EmbeddedServer = {
  address: DatabaseAddress;
  /** Whether another process had already started the server. */
  adopted: boolean;
  /** Stops the server if this process started it; takes at most 5 s. */
  stop: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL on a unix socket, or uses the one that already runs on this DATA_DIR.
 * Any number of processes may call this at the same time. The server ends with the process that started
 * it; one of the remaining processes then starts it again at the same address. Call it from the main
 * thread, because the server ends with the thread that started it. Throws EmbeddedServerError if
 * DATA_DIR cannot be used.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {});
  const data = await makeDataFolder(options.data_dir);
  const lock = join(data, "postgres.lock");
  const { folders, socket_dir, server } = await exclusively(lock, async () => {
    const folders = await prepareFolders(data, log);
    return { folders, ...(await adoptOrStart(folders, options.bin_dir)) };
  });
  const sameSocket = { ...folders, socket_dir };
  const restart = () => exclusively(lock, () => adoptOrStart(sameSocket, options.bin_dir));
  const { stop } = superviseServer(server, {
    cluster: folders.cluster,
    restart: async () => (await restart()).server,
    log,
  });
  return { address: addressOf(socket_dir), adopted: server === undefined, stop };
}
