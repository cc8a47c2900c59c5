const longest = 80;

/** Control characters, line ends, and marks that turn the direction of the text around them. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const visible = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/** A display name as it is stored: without surrounding spaces; undefined when it is not allowed (M56). */
export function normalizeDisplayName(text: string): string | undefined {
  if (forbidden.test(text) || !visible.test(text)) return undefined;
  const name = text.trim();
  return [...name].length > longest ? undefined : name;
}
