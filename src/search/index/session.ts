import type { Db } from "~/db/client";

/** A statement that neither ended nor failed in time: its connection is lost without a word. */
export class Stranded extends Error {
  override readonly name = "Stranded";
  constructor() {
    super("A statement was left without an answer.");
  }
}

/**
 * A database whose statements reject with Stranded after `patience_ms`, which has to be more than its
 * statement_timeout. The driver can forget a statement when its connection ends at the wrong moment, and
 * whoever waits for that statement waits for ever. Only `execute` is guarded, and nothing else is to be
 * used on it.
 */
export function guardStatements(db: Db, patience_ms: number): Db {
  const execute = async (statement: Parameters<Db["execute"]>[0]) => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Stranded()), patience_ms);
    try {
      return await Promise.race([db.execute(statement), promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  return new Proxy(db, {
    get: (target, property) => (property === "execute" ? execute : Reflect.get(target, property)),
  });
}
