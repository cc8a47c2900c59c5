import { normalizeEmail } from "./email";

const minLength = 8;
const maxLength = 128;

/** More UTF-16 units than 128 code points can have in any composition; avoids a long normalization. */
const maxUnits = 1_024;

/**
 * The form in which a password is hashed and compared: NFKC, so that it does not matter how a keyboard
 * composes letters. undefined for a text that no account can have as its password: empty, longer than
 * 128 code points, or with U+0000 or a lone surrogate.
 */
export function normalizePassword(text: string): string | undefined {
  if (text.length > maxUnits || !text.isWellFormed() || text.includes("\0")) return undefined;
  const normalized = text.normalize("NFKC");
  const { length } = [...normalized];
  return length === 0 || length > maxLength ? undefined : normalized;
}

const code = (character: string) => character.codePointAt(0) ?? 0;

/** The distance from one character to the next; 0 follows 9, as on a keyboard. */
function step(from: string, to: string): number {
  if (from === "9" && to === "0") return 1;
  if (from === "0" && to === "9") return -1;
  return code(to) - code(from);
}

/** One repeated character or a plain sequence: `12345678`, `hgfedcba`. */
function isPattern(text: string): boolean {
  const [first = "", ...others] = text;
  const steps = new Set(
    others.map((character, index) => step(others[index - 1] ?? first, character)),
  );
  return steps.size === 1 && (steps.has(0) || steps.has(1) || steps.has(-1));
}

/**
 * Why a new account cannot have this password, to complete "password …"; undefined when it can. There
 * are no rules of composition and no word list. Only registration asks: a login does not reveal the
 * policy.
 */
export function passwordProblem(text: string, email: string | undefined): string | undefined {
  const normalized = normalizePassword(text);
  if (normalized === undefined || [...normalized].length < minLength) {
    return `must be text of ${minLength} to ${maxLength} characters`;
  }
  if (isPattern(normalized)) return "must not be one repeated character or a plain run";
  if (email !== undefined && normalizeEmail(normalized) === email) return "must not be the email";
  return undefined;
}
