import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect as connectSocket, createServer, type Server, type Socket } from "node:net";
import type { Sql } from "postgres";
import { connect } from "~/db/client";
import { type TestDatabase, testDatabase } from "../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => database.close());

const failureOf = (work: PromiseLike<unknown>): Promise<Error & { code?: string }> =>
  Promise.resolve(work).then(
    () => new Error("it did not fail"),
    (error) => error,
  );

/** A driver with one connection, over sockets that the test holds in its hand. */
function held(settings: Record<string, unknown> = {}): { driver: Sql; sockets: Socket[] } {
  if (!("path" in database.address)) throw new Error("no socket");
  const { path, ...address } = database.address;
  const sockets: Socket[] = [];
  const socket = async () => {
    const made = connectSocket({ path });
    sockets.push(made);
    await new Promise<void>((resolve, reject) =>
      made.once("connect", resolve).once("error", reject),
    );
    return made;
  };
  const options: Record<string, unknown> = { max: 1, fetch_types: false, socket, ...settings };
  const url = `postgres://${address.user}@localhost/${address.database}`;
  return { driver: connect({ url }, options), sockets };
}

/** Gives up on a statement that is never answered. */
async function soon<T>(work: PromiseLike<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("never answered")), 1_500);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const ten = "select i from generate_series(1, 10) i";
const dies = "select 1 / (3 - i) as x from generate_series(1, 5) i";
const tens = Array.from({ length: 10 }, (_, index) => ({ i: index + 1 }));
const plain = (rows: readonly unknown[]) => Array.from(rows);

describe("the driver after a statement that failed in the middle of its rows", () => {
  test.each([true, false])(
    "F10: the next one gets its own rows (prepared: %p)",
    async (prepare) => {
      const { driver } = held();
      for (let round = 0; round < 3; round += 1) {
        expect((await failureOf(driver.unsafe(dies, [], { prepare }))).code).toBe("22012");
        const rows = await driver.unsafe("select $1::text as x", ["mine"], { prepare });
        expect(plain(rows)).toEqual([{ x: "mine" }]);
      }
      await driver.end();
    },
  );

  test("F10: one that was sent behind it gets its own rows", async () => {
    const { driver } = held();
    const failed = failureOf(driver.unsafe(dies));
    const rows = driver.unsafe(ten);
    expect((await failed).code).toBe("22012");
    expect(plain(await rows)).toEqual(tens);
    await driver.end();
  });

  test("F10: a transaction goes on behind a savepoint", async () => {
    const { driver } = held();
    const rows = await driver.begin(async (tx) => {
      await failureOf(tx.savepoint((inner) => inner.unsafe(dies)));
      return tx.unsafe(ten);
    });
    expect(plain(rows)).toEqual(tens);
    await driver.end();
  });
});

describe("the driver after a connection that was lost", () => {
  const large = "select i, repeat('x', 10000) as x from generate_series(1, 20000) i";

  test("F7: in the middle of a result, the next statement gets its own rows", async () => {
    const { driver, sockets } = held();
    await driver`select 1`;
    const failed = failureOf(driver.unsafe(large));
    let pieces = 0;
    sockets[0]?.on("data", () => {
      pieces += 1;
      if (pieces === 5) sockets[0]?.destroy();
    });
    expect((await failed).code).toBe("CONNECTION_CLOSED");
    expect(plain(await soon(driver.unsafe(ten)))).toEqual(tens);
    await driver.end();
  });

  test("F7: ended by the server in the middle of a result, the next gets neither its rows nor its error", async () => {
    const { driver, sockets } = held();
    const [{ pid }] = (await driver`select pg_backend_pid() as pid`) as unknown as [
      { pid: number },
    ];
    const failed = failureOf(driver.unsafe(large));
    await new Promise((resolve) => sockets[0]?.once("data", resolve));
    await database.driver`select pg_terminate_backend(${pid})`;
    expect((await failed).code).toMatch(/^(57P01|CONNECTION_CLOSED)$/);
    expect(plain(await soon(driver.unsafe(ten)))).toEqual(tens);
    await driver.end();
  });

  test("F7: before a statement was sent, that statement fails and the next one is answered", async () => {
    const { driver, sockets } = held({ connect_timeout: 1 });
    await driver`select 1`;
    const failed = failureOf(driver.unsafe(ten));
    sockets[0]?.destroy();
    expect((await failed).code).toBe("CONNECTION_CLOSED");
    expect(plain(await soon(driver.unsafe(ten)))).toEqual(tens);
    await driver.end({ timeout: 0 });
  });
});

describe("a transaction whose connection was lost", () => {
  test("P3: does nothing more, on another connection least of all", async () => {
    const { driver, sockets } = held();
    await driver`create table late (x int)`;
    const ended = await failureOf(
      driver.begin(async (tx) => {
        await tx`insert into late values (1)`;
        sockets[0]?.destroy();
        await new Promise((resolve) => sockets[0]?.once("close", resolve));
        await soon(driver`select 1`);
        await tx`insert into late values (2)`;
      }),
    );
    expect(ended.code).toBe("CONNECTION_CLOSED");
    await driver`select 1`;
    expect(plain(await database.driver`select x from late`)).toEqual([]);
    await driver.end();
  });

  test("P14: leaves no statement without an end", async () => {
    const { driver, sockets } = held({ max_pipeline: 1 });
    let asked: Promise<{ code?: string }>[] = [];
    const ended = await failureOf(
      driver.begin(async (tx) => {
        asked = Array.from({ length: 5 }, () => failureOf(tx`select pg_sleep(30)`));
        await new Promise(setImmediate);
        sockets[0]?.destroy();
        await Promise.all(asked);
      }),
    );
    const ends = await soon(Promise.all(asked));
    expect([ended, ...ends].map(({ code }) => code)).toEqual(
      Array.from({ length: 6 }, () => "CONNECTION_CLOSED"),
    );
    await driver.end();
  });
});

const listening = async (greet: (socket: Socket) => void): Promise<Server> => {
  const server = createServer(greet);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return server;
};

/** The answers of a server to a start: AuthenticationOk and ReadyForQuery, or no connection left. */
const welcome = Buffer.from("5200000008000000005a0000000549", "hex");
const full = (() => {
  const fields = Buffer.from("SFATAL\0C53300\0Mfull\0\0");
  const head = Buffer.from("E\0\0\0\0");
  head.writeUInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
})();

test("F10: a server that refuses after a lost connection tells the next caller so", async () => {
  let visits = 0;
  const server = await listening((socket) => {
    visits += 1;
    const first = visits === 1;
    socket.once("data", () => {
      if (!first) return socket.end(full);
      socket.write(welcome);
      socket.once("data", () => socket.end());
    });
  });
  const { port } = server.address() as { port: number };
  const settings = { max: 1, fetch_types: false };
  const driver = connect({ url: `postgres://a@127.0.0.1:${port}/a` }, settings);
  expect((await failureOf(soon(driver`select 1`))).code).toBe("CONNECTION_CLOSED");
  expect((await failureOf(soon(driver`select 1`))).code).toBe("53300");
  await driver.end({ timeout: 0 });
  server.close();
});

test("P14: a server that takes a connection and hangs up at once tells the caller so", async () => {
  const server = await listening((socket) => socket.end());
  const { port } = server.address() as { port: number };
  const driver = connect({ url: `postgres://a@127.0.0.1:${port}/a` }, { max: 1 });
  for (let round = 0; round < 2; round += 1) {
    expect((await failureOf(soon(driver`select 1`))).code).toMatch(
      /^(CONNECTION_CLOSED|ECONNRESET)$/,
    );
  }
  await driver.end({ timeout: 0 });
  server.close();
});

test("F10: a statement that cannot be written fails alone, beside others on its connection", async () => {
  const { driver } = held();
  await driver.unsafe("select $1::text as x", ["warm"], { prepare: true });
  const endless = Array.from({ length: 65_535 }, () => 1);
  const ask = (x: string) =>
    driver.unsafe("select $1::text as x", [x], { prepare: true }).execute();
  const [before, failed, after] = [
    ask("before"),
    failureOf(driver.unsafe("select 1", endless).execute()),
    ask("after"),
  ];
  expect(plain(await soon(before))).toEqual([{ x: "before" }]);
  expect((await failed).code).toBe("MAX_PARAMETERS_EXCEEDED");
  expect(plain(await soon(after))).toEqual([{ x: "after" }]);
  expect(plain(await soon(driver.unsafe(ten)))).toEqual(tens);
  await driver.end({ timeout: 0 });
});
