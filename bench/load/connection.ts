/** What an answer was: its status, and the size of its body in bytes. */
export type Answer = { status: number; bytes: number };

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

const HEAD_END = Buffer.from("\r\n\r\n");
const NO_BODY = Buffer.alloc(0);

/**
 * A connection that stays open and carries one request at a time. It reads of an answer only what it needs,
 * the status and the length, so that generating load costs little beside answering it. An answer without
 * Content-Length is an error, except a 304.
 */
export async function connection(origin: string) {
  const { hostname, port } = new URL(origin);
  let waiting: Waiting | undefined;
  let head: Buffer = NO_BODY;
  let answer: Answer | undefined;
  let missing = 0;

  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  const readHead = (data: Buffer): void => {
    head = head.length === 0 ? data : Buffer.concat([head, data]);
    const end = head.indexOf(HEAD_END);
    if (end === -1) return;
    const text = head.toString("latin1", 0, end);
    const status = Number(text.slice(9, 12));
    const length = status === 304 ? 0 : /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    if (length === undefined) {
      fail(new Error(`an answer without Content-Length:\n${text}`));
      return;
    }
    answer = { status, bytes: Number(length) };
    missing = answer.bytes - (head.length - end - HEAD_END.length);
    head = NO_BODY;
  };
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, data) {
        if (answer === undefined) readHead(data);
        else missing -= data.length;
        if (answer === undefined || missing > 0) return;
        const { resolve } = waiting ?? {};
        const whole = answer;
        waiting = answer = undefined;
        resolve?.(whole);
      },
      close: () => fail(new Error("the server closed the connection")),
      error: (_, error) => fail(error),
    },
  });
  const request = (bytes: Buffer): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting = { resolve, reject };
    socket.write(bytes);
    return promise;
  };
  return { request, close: () => void socket.end() };
}
