const longest = 254;
const longestLocalPart = 64;
const address = /^([\x21-\x3f\x41-\x7e]+)@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*$/;

/** Without surrounding spaces; a line break or tab is a mistake. A loop, since ` +$` is quadratic. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === " ") start += 1;
  while (end > start && text[end - 1] === " ") end -= 1;
  return text.slice(start, end);
}

/**
 * The one spelling under which an email is stored, looked up and counted (M20, M144): surrounding
 * spaces gone, lower case. undefined for what is no address (M56): at most 254 characters, 64 of them
 * before the only `@`, a host name without empty labels after it. ASCII only: about the lower case of
 * other letters programs disagree, and some of them pass for ASCII ones (RELIABILITY T17).
 */
export function normalizeEmail(text: string): string | undefined {
  const email = trimmed(text);
  if (email.length > longest) return undefined;
  const localPart = address.exec(email)?.[1];
  if (localPart === undefined || localPart.length > longestLocalPart) return undefined;
  return email.toLowerCase();
}

/**
 * The email to look up and to count failed logins under. All that is no address shares "", which no
 * account has, so that it costs the same statements as an unknown email (S4, RELIABILITY P16).
 */
export const emailKey = (text: string): string => normalizeEmail(text) ?? "";
