import { createServer, type Socket } from "node:net";
import type { DatabaseAddress } from "~/db/client";

/** A message of the server's side of PostgreSQL's protocol. */
const message = (type: string, ...parts: (string | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};
const ready = message("Z", "I");
const welcome = Buffer.concat([message("R", [0, 0, 0, 0]), ready]);
const column = message(
  "T",
  [0, 1],
  "x\0",
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0],
);
const row = message("D", [0, 1, 0, 0, 0, 1], "1");

/** The rows it sends and the end it tells, for a text that holds `key`. */
export type Script = Record<string, { rows: number; tag: string }>;

export type FakeServer = AsyncDisposable & {
  address: DatabaseAddress;
  /** Of each connection so far: the texts it was asked, and whether the client has ended it. */
  connections: { asked: string[]; ended: boolean }[];
};

/**
 * A server that answers texts without parameters by a script, others (BEGIN, …) as done. Real
 * servers never miscount, so this stands for what a driver may do to their answers.
 */
export async function fakeServer(script: Script): Promise<FakeServer> {
  const connections: FakeServer["connections"] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    const connection = { asked: [] as string[], ended: false };
    connections.push(connection);
    socket.on("error", () => {});
    socket.on("close", () => {
      connection.ended = true;
    });
    socket.once("data", () => {
      socket.write(welcome);
      socket.on("data", (data) => {
        for (const { type, text } of messagesIn(data as Buffer)) {
          if (type === "Q" || type === "P") connection.asked.push(text);
          socket.write(answerTo(script, type, text));
        }
      });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const address = { url: `postgres://a@127.0.0.1:${port}/a` };
  return { address, connections, [Symbol.asyncDispose]: close };
}

function messagesIn(data: Buffer): { type: string; text: string }[] {
  const found: { type: string; text: string }[] = [];
  for (let at = 0; at < data.length; at += 1 + data.readUInt32BE(at + 1)) {
    const body = data.subarray(at + 5, at + 1 + data.readUInt32BE(at + 1));
    const type = String.fromCharCode(data[at] ?? 0);
    // Before the text of a Parse stands the name of the statement.
    const text = body.subarray(type === "P" ? body.indexOf(0) + 1 : 0);
    found.push({ type, text: text.subarray(0, text.indexOf(0)).toString() });
  }
  return found;
}

/** What the parts of a prepared statement without rows are answered: Parse, Describe, Bind, Execute, Sync. */
const parts: Record<string, Buffer> = {
  P: message("1"),
  D: message("n"),
  B: message("2"),
  E: message("C", "DONE\0"),
  S: ready,
};

function answerTo(script: Script, type: string, text: string): Buffer {
  if (type !== "Q") return parts[type] ?? Buffer.alloc(0);
  const key = Object.keys(script).find((part) => text.includes(part));
  const told = key === undefined ? undefined : script[key];
  if (told === undefined) {
    const word = text.split(" ")[0]?.toUpperCase() ?? "";
    return Buffer.concat([message("C", `${word}\0`), ready]);
  }
  const rows = Array.from({ length: told.rows }, () => row);
  const described = told.rows > 0 || told.tag.startsWith("SELECT") ? [column] : [];
  return Buffer.concat([...described, ...rows, message("C", `${told.tag}\0`), ready]);
}
