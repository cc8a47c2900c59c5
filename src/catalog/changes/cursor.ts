import { ApiError } from "~/http/errors";

/**
 * How far a client has read. Its text is `{epoch}-{position}` for a client that has read everything, and
 * `{epoch}-{position}-{from}` for one that is on its way to the head: what it knows of the entities that it has not
 * met on the way is as old as `from`, where it set out. One that sets out from 0 also carries the head of that
 * moment, `{epoch}-{position}-0-{began}`: what was deleted before, it has never seen.
 */
export type Cursor = {
  /** Undefined for the plain 0, which is valid in every epoch. */
  epoch: string | undefined;
  position: number;
  from: number;
  /** Undefined unless `from` is 0 and the way has begun. */
  began: number | undefined;
};

/** The beginning: nothing has been read. */
export const beginning: Cursor = { epoch: undefined, position: 0, from: 0, began: undefined };

const number = "0|[1-9][0-9]{0,14}";
const pattern = new RegExp(
  `^(?<epoch>[0-9a-f]{8})-(?<position>${number})(-(?<from>${number})(-(?<began>${number}))?)?$`,
);

/** The cursor in a text; undefined when it is none. */
export function parseCursor(text: string): Cursor | undefined {
  if (text === "0") return beginning;
  const { epoch, ...numbers } = pattern.exec(text)?.groups ?? {};
  if (epoch === undefined) return undefined;
  const position = Number(numbers.position);
  const from = Number(numbers.from ?? position);
  const began = numbers.began === undefined ? undefined : Number(numbers.began);
  const isWhole = numbers.from === undefined;
  const isOnItsWay = from < position && (from === 0) === (began !== undefined);
  return isWhole || isOnItsWay ? { epoch, position, from, began } : undefined;
}

/** The text of a cursor that has an epoch. */
export function cursorText({ epoch, position, from, began }: Cursor): string {
  const way = began === undefined ? [from] : [0, began];
  return [epoch, position, ...(from === position ? [] : way)].join("-");
}

/** What a cursor is judged by. */
export type Counter = {
  epoch: string;
  /** The newest number. */
  head: number;
  /** The number of the newest tombstone that is no longer kept. */
  purged: number;
};

/** Whether a client with this cursor can go on and will have missed nothing. */
export function isValid({ epoch, position, began = position }: Cursor, counter: Counter): boolean {
  if (position > 0 && counter.purged > Math.max(position, began)) return false;
  if (Math.max(position, began) > counter.head) return false;
  return epoch === undefined || epoch === counter.epoch;
}

/** The cursor after a page that reaches up to `position`. */
export function advanced(cursor: Cursor, { epoch, head }: Counter, position: number): Cursor {
  if (position >= head) return { epoch, position: head, from: head, began: undefined };
  const began = cursor.from === 0 ? (cursor.began ?? head) : undefined;
  return { epoch, position, from: cursor.from, began };
}

/** A place further on, from where everything is still told as seen from `cursor`. */
export function onwards(cursor: Cursor, { cursor: { epoch, position }, head }: Reached): Cursor {
  const { from, began = from === 0 ? head : undefined } = cursor;
  return { epoch, position, from, began };
}

/** How far a page reaches, and the head when it was read. */
type Reached = { cursor: Cursor; head: number };

/** The refusal of a cursor that is not valid: its client has to read everything anew. */
export const cursorExpired = (): ApiError => new ApiError("cursor_expired", { restart: "0" });
