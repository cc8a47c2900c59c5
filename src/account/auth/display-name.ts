const longest = 80;

/** Control characters, line ends, and what shows nothing: fillers, joiners, tags, marks of direction. */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** A combining mark with nothing to stand on. */
const loneMark = /(?:^|\p{Z})\p{M}/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const picture = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;
/** One emoji, of several where they are joined (a family), or a digit in a keycap. */
const emoji = new RegExp(`${picture}(?:\\u200d${picture})*|[0-9#*]\\ufe0f?\\u20e3`, "gu");

/** The signs that end a consonant in the scripts of India and Sri Lanka. */
const virama = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca";
/** Where a hidden character is part of how a name is written: Persian, Indic and Han ones. */
const spelling = new RegExp(
  `(?<=\\p{Script=Arabic})\\u200c(?=\\p{Script=Arabic})|(?<=[${virama}])[\\u200c\\u200d](?=\\p{L})|(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]`,
  "gu",
);

/**
 * A display name as it is stored: without surrounding spaces; undefined when it is not allowed. Two
 * names that look alike must not differ in what nobody sees, and every name has to show something.
 */
export function normalizeDisplayName(text: string): string | undefined {
  const name = text.trim();
  const seen = text.replace(emoji, "x").replace(spelling, "");
  if (hidden.test(seen) || loneMark.test(seen.trim()) || !visible.test(seen)) return undefined;
  return [...name].length > longest ? undefined : name;
}
