import { join } from "node:path";
import type { DatabaseAddress } from "~/db/client";
import { exclusively } from "./file-lock";
import { dataFolder, placeCluster } from "./folders";
import { addressOf, adoptOrStart } from "./start";
import { keepRunning } from "./supervisor";

type Options = {
  /** Holds the cluster, its socket and its log in `postgres`; made when missing. */
  data_dir: string;
  /** The folder of `initdb` and `postgres`, with `lib` and `share` beside it; unset = the npm package. */
  bin_dir?: string;
  /** Gets a line a person should know of. */
  log?: (line: string) => void;
};

export type EmbeddedServer = {
  address: DatabaseAddress;
  /** Whether another process had started the server already. */
  adopted: boolean;
  /** Ends the server if this process started it, 5 s at most before it is made to. */
  stop: () => Promise<void>;
};

/**
 * Starts the service's own PostgreSQL on a unix socket, or takes the one that already runs on this
 * DATA_DIR. Any number of processes may call it at once. The server ends with the process that started
 * it, and is then started again by one of those that remain, at the same address. Call it from the
 * main thread: the server dies with the thread that started it. Throws EmbeddedServerError when
 * DATA_DIR cannot serve.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {});
  const data = await dataFolder(options.data_dir);
  const lock = join(data, "postgres.lock");
  const { place, socket_dir, server } = await exclusively(lock, async () => {
    const place = await placeCluster(data, log);
    return { place, ...(await adoptOrStart(place, options.bin_dir)) };
  });
  const here = { ...place, socket_dir };
  const again = () => exclusively(lock, () => adoptOrStart(here, options.bin_dir));
  const keeper = keepRunning(server, {
    cluster: place.cluster,
    again: async () => (await again()).server,
    log,
  });
  return { address: addressOf(socket_dir), adopted: server === undefined, stop: keeper.stop };
}
