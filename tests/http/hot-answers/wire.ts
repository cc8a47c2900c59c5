import { connect, createServer, type Socket } from "node:net";
import type { DatabaseAddress } from "~/db/client";

/**
 * - `open`: everything passes;
 * - `silent`: nothing passes, but no connection ends, as behind a router that forgot it;
 * - `deaf`: no notification passes, as through a pooler in transaction mode.
 */
type Mode = "open" | "silent" | "deaf";

export type Wire = AsyncDisposable & {
  address: DatabaseAddress;
  mode: Mode;
  /** Ends every connection. */
  cut: () => void;
};

/** The messages of a server without its notifications; keeps an unfinished message for the next call. */
function withoutNotifications() {
  let rest = Buffer.alloc(0);
  return (data: Buffer): Buffer => {
    rest = Buffer.concat([rest, data]);
    const passed: Buffer[] = [];
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest[0] !== 65) passed.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return Buffer.concat(passed);
  };
}

/** A line to a database that can fail in the ways in which lines do. */
export async function wireTo(database: DatabaseAddress): Promise<Wire> {
  if (!("path" in database)) throw new Error("the database listens on a socket");
  const sockets = new Set<Socket>();
  const add = (socket: Socket) => {
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
    return socket;
  };
  const wire = { mode: "open" as Mode };
  const server = createServer((client) => {
    const backend = add(connect(database.path));
    const filtered = withoutNotifications();
    add(client).on("data", (data: Buffer) => {
      if (wire.mode !== "silent") backend.write(data);
    });
    backend.on("data", (data: Buffer) => {
      if (wire.mode === "open") client.write(data);
      if (wire.mode === "deaf") client.write(filtered(data));
    });
    client.on("close", () => backend.destroy());
    backend.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(wire, {
    address: { url: `postgres://${database.user}@127.0.0.1:${port}/${database.database}` },
    cut,
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
    },
  });
}
