import { ApiError } from "~/http/errors";

/**
 * How far a client has read. Its text is `{epoch}-{position}`. On the way to the head that alone can be too little: an
 * entity that it has not met may have changed before `position` and again after it. The text is then
 * `{epoch}-{position}-{from}`: what it knows of such entities is as old as `from`, where it set out. One that set out
 * from nothing also carries the head of that moment, `{epoch}-{position}-0-{began}`: what was deleted before, it has
 * never seen.
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

const number = "(0|[1-9][0-9]*)";
const cursor = `(?<epoch>[0-9a-f]{8})-(?<position>${number})(-(?<from>${number})|-0-(?<began>${number}))?`;
const pattern = new RegExp(`^${cursor}$`);

/** The pattern of all that `parseCursor` takes, for the OpenAPI document. */
export const cursorPattern = `^(0|${cursor.replaceAll(/\?<\w+>/g, "")})$`;

/** The cursor in a text; undefined when it is none. */
export function parseCursor(text: string): Cursor | undefined {
  if (text === "0") return beginning;
  const { epoch, ...numbers } = pattern.exec(text)?.groups ?? {};
  if (epoch === undefined) return undefined;
  const position = limited(numbers.position);
  if (numbers.began !== undefined)
    return { epoch, position, from: 0, began: limited(numbers.began) };
  return {
    epoch,
    position,
    from: Math.min(limited(numbers.from ?? numbers.position), position),
    began: undefined,
  };
}

/** A number of any length as one that PostgreSQL takes, still above every head. */
const limited = (digits: string | undefined): number =>
  Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

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

/** A part of the feed that was read: up to `position`. */
type Stretch = {
  position: number;
  /** Whether a row stands at every number of it: then no entity of it has changed again, further on. */
  isDense: boolean;
  /** Whether the client follows all groups, so that it meets such an entity anyway. */
  hasAllGroups: boolean;
};

/** The cursor after a stretch that begins at `cursor`. */
export function advanced(cursor: Cursor, counter: Counter, stretch: Stretch): Cursor {
  const { epoch, head, purged } = counter;
  const { position, isDense, hasAllGroups } = stretch;
  if (position >= head) return plain(epoch, head);
  const isEnough = isFromNothing(cursor)
    ? hasAllGroups && position >= purged
    : isDense && cursor.from === cursor.position;
  if (isEnough) return plain(epoch, position);
  return onwards(cursor, { cursor: { ...cursor, epoch, position }, head });
}

const plain = (epoch: string, position: number): Cursor => ({
  epoch,
  position,
  from: position,
  began: undefined,
});

/** A place further on, from where everything is still told as seen from `start`. */
export function onwards(start: Cursor, { cursor: { epoch, position }, head }: Reached): Cursor {
  const { from, began } = start;
  return { epoch, position, from, began: began ?? (isFromNothing(start) ? head : undefined) };
}

/** How far a page reaches, and the head when it was read. */
type Reached = { cursor: Cursor; head: number };

/** The refusal of a cursor that is not valid: its client has to read everything anew. */
export const cursorExpired = (): ApiError => new ApiError("cursor_expired", { restart: "0" });
