import { ApiError } from "~/http/errors";

/**
 * How far a client has read. Its text is `{epoch}-{position}` for a client that has read everything, and
 * `{epoch}-{position}-{from}` for one that is on its way to the head: what it knows of the entities that it has not
 * met on the way is as old as `from`, where it set out. One that set out from nothing also carries the head of that
 * moment, `{epoch}-{position}-0-{began}`: what was deleted before, it has never seen.
 */
export type Cursor = {
  /** Undefined for the plain 0, which is valid in every epoch. */
  epoch: string | undefined;
  position: number;
  from: number;
  /** Undefined unless a way from nothing has begun. */
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
  const isOnItsWay = from < position && (from === 0 || began === undefined);
  return isWhole || isOnItsWay ? { epoch, position, from, began } : undefined;
}

/** The text of a cursor that has an epoch. */
export function cursorText({ epoch, position, from, began }: Cursor): string {
  const way = began === undefined ? [from] : [from, began];
  return [epoch, position, ...(from === position ? [] : way)].join("-");
}

/** Whether a client has nothing but what it has met on its way. */
export const isFromNothing = ({ epoch, began }: Cursor): boolean =>
  epoch === undefined || began !== undefined;

/** What a cursor is judged by. */
export type Counter = {
  epoch: string;
  /** The newest number. */
  head: number;
  /** The number of the newest tombstone that is no longer kept. */
  purged: number;
};

/** Whether a client with this cursor can go on and will have missed nothing. */
export function isValid({ epoch, position, began = 0 }: Cursor, counter: Counter): boolean {
  if (epoch === undefined) return true;
  const seen = Math.max(position, began);
  return epoch === counter.epoch && seen <= counter.head && seen >= counter.purged;
}

/** The cursor after a page that reaches up to `position`. */
export function advanced(cursor: Cursor, { epoch, head }: Counter, position: number): Cursor {
  if (position >= head) return { epoch, position: head, from: head, began: undefined };
  return onwards(cursor, { cursor: { ...cursor, epoch, position }, head });
}

/** A place further on, from where everything is still told as seen from `start`. */
export function onwards(start: Cursor, { cursor: { epoch, position }, head }: Reached): Cursor {
  const { from, began } = start;
  return { epoch, position, from, began: began ?? (isFromNothing(start) ? head : undefined) };
}

/** How far a page reaches, and the head when it was read. */
type Reached = { cursor: Cursor; head: number };

/** The refusal of a cursor that is not valid: its client has to read everything anew. */
export const cursorExpired = (): ApiError => new ApiError("cursor_expired", { restart: "0" });
