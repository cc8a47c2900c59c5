const maxLength = 80;

/** Control characters, line ends and invisible characters: fillers, joiners, tags, direction marks. */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** A combining mark without a base character. */
const loneMark = /(?:^|\p{Z})\p{M}/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const pictograph = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;
/** One emoji, which may join several (a family), or a digit in a keycap. */
const emoji = new RegExp(`${pictograph}(?:\\u200d${pictograph})*|[0-9#*]\\ufe0f?\\u20e3`, "gu");

/** The signs that end a consonant in the scripts of India and Sri Lanka. */
const virama = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca";
/** Where an invisible character is part of the spelling: in Persian, Indic and Han names. */
const spelling = new RegExp(
  `(?<=\\p{Script=Arabic})\\u200c(?=\\p{Script=Arabic})|(?<=[${virama}])[\\u200c\\u200d](?=\\p{L})|(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]`,
  "gu",
);

/**
 * A display name as it is stored, without surrounding spaces; undefined when it is not allowed. Names
 * must not differ in invisible characters only, and every name must show something.
 */
export function normalizeDisplayName(text: string): string | undefined {
  const name = text.trim();
  const checked = text.replace(emoji, "x").replace(spelling, "");
  if (hidden.test(checked) || loneMark.test(checked.trim()) || !visible.test(checked)) {
    return undefined;
  }
  return [...name].length > maxLength ? undefined : name;
}
