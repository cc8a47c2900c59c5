import { type TProperties, type TSchema, Type } from "@sinclair/typebox";

/*
 * Fields that several files of the demo use. The program imports only types from this folder; a test checks
 * the JSON files against these schemas.
 */

/** An object with only these members, so that a misspelled one is an error. */
export const closed = <T extends TProperties>(members: T) =>
  Type.Object(members, { additionalProperties: false });

/** One of these words; a pattern, because its error message lists them. */
export const oneOf = (...words: string[]) => Type.String({ pattern: `^(${words.join("|")})$` });

/** A list that is omitted if it would be empty. */
export const someOf = <T extends TSchema>(item: T) =>
  Type.Optional(Type.Array(item, { minItems: 1, uniqueItems: true }));

export const Id = Type.Integer({ minimum: 1 });
export const Ids = Type.Array(Id, { minItems: 1, uniqueItems: true });
export const Text = Type.String({ minLength: 1 });
export const OptionalText = Type.Optional(Text);
export const Texts = Type.Array(Text, { uniqueItems: true });
export const Flag = Type.Optional(Type.Boolean());

export const Country = Type.String({
  pattern: "^[A-Z]{2}$",
  description: "a country of ISO 3166-1, such as US",
});

export const Language = Type.String({
  pattern: "^[a-z]{2}$",
  description: "a language of ISO 639-1, such as en",
});

export const byCountry = <T extends TSchema>(value: T) =>
  Type.Record(Country, value, { additionalProperties: false });

export const Day = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}$",
  description: "a date such as 1999-03-31",
});

/** A number is relative to today, so that some titles are always new. */
export const MovingDay = Type.Union([Day, Type.Integer()], {
  description: "a date such as 1999-03-31, or a number of days from today (-24 is 24 days ago)",
});

export const Minutes = Type.Optional(Type.Integer({ minimum: 0 }));
