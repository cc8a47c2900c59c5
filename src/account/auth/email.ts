const maxLength = 254;
const maxLocalPartLength = 64;
const address = /^([\x21-\x3f\x41-\x7e]+)@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*$/;

/** Removes surrounding spaces only: a line break or tab is a mistake. A loop, since ` +$` is quadratic. */
function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === " ") start += 1;
  while (end > start && text[end - 1] === " ") end -= 1;
  return text.slice(start, end);
}

/**
 * The one spelling under which an email is stored, looked up and counted: without surrounding spaces,
 * in lower case. undefined for a text that is not an address: at most 254 characters, at most 64 of
 * them before the only `@`, and a host name without empty labels after it. ASCII only: programs
 * disagree about the lower case of other letters, and some of those look like ASCII ones.
 */
export function normalizeEmail(text: string): string | undefined {
  const email = trimSpaces(text);
  if (email.length > maxLength) return undefined;
  const localPart = address.exec(email)?.[1];
  if (localPart === undefined || localPart.length > maxLocalPartLength) return undefined;
  return email.toLowerCase();
}

/**
 * The email under which a login is looked up and counted. All texts that are not an address share "",
 * which no account has, so that they take the same statements as an unknown email.
 */
export const emailKey = (text: string): string => normalizeEmail(text) ?? "";
