import { normalizeEmail } from "./email";

const shortest = 8;
const longest = 128;

/** More UTF-16 units than 128 code points can come from, composed or not; spares the normalization. */
const farTooLong = 1_024;

/**
 * The form in which a password is hashed and compared: NFKC, so that it does not matter how a
 * keyboard composes letters. undefined for what no account can have: empty, longer than 128 code
 * points, U+0000 or half a surrogate pair in it.
 */
export function normalizePassword(text: string): string | undefined {
  if (text.length > farTooLong || !text.isWellFormed() || text.includes("\0")) return undefined;
  const normalized = text.normalize("NFKC");
  const { length } = [...normalized];
  return length === 0 || length > longest ? undefined : normalized;
}

const code = (character: string) => character.codePointAt(0) ?? 0;

/** From one character to the next; after 9 comes 0, as on a keyboard. */
function step(from: string, to: string): number {
  if (from === "9" && to === "0") return 1;
  if (from === "0" && to === "9") return -1;
  return code(to) - code(from);
}

/** One character over and over, or a plain run: `12345678`, `hgfedcba` (M56). */
function isPattern(text: string): boolean {
  const [first = "", ...others] = text;
  const steps = new Set(
    others.map((character, index) => step(others[index - 1] ?? first, character)),
  );
  return steps.size === 1 && (steps.has(0) || steps.has(1) || steps.has(-1));
}

/**
 * Why a new account cannot have this password, to complete "password …"; undefined when it can
 * (M56). No rules of composition and no list of words. Only asked at registration: a login never
 * tells the policy.
 */
export function passwordProblem(text: string, email: string | undefined): string | undefined {
  const normalized = normalizePassword(text);
  if (normalized === undefined || [...normalized].length < shortest) {
    return `must be text of ${shortest} to ${longest} characters`;
  }
  if (isPattern(normalized)) return "must not be one repeated character or a plain run";
  if (email !== undefined && normalizeEmail(normalized) === email) return "must not be the email";
  return undefined;
}
