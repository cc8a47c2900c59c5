import type { JsonText } from "~/db/json-text";

/** A record as JSON, with what its answer says of it in headers. */
export type JsonRecord<T> = {
  json: JsonText<T>;
  /** When it last changed, RFC 3339, for `Last-Modified`. */
  updated_at?: string;
  /** Its tags for `Content-Language`. */
  content_language?: string;
  /** Whether it shows what changes without being told, so that its answer is not kept. */
  shows_untold?: true;
};

/** What PostgreSQL writes of numbers below 0.0001 and from 10^15 on: 1e-07 for JavaScript's 1e-7. */
const exponent = /[0-9]e[+-][0-9]/;

const withPlainNumbers = (json: string): string =>
  exponent.test(json) ? JSON.stringify(JSON.parse(json)) : json;

/**
 * A response whose JSON is a text already. Because it is a Response, Elysia neither validates it nor
 * makes its text anew; answer-check.ts compares it with the model of the route.
 */
export class JsonAnswer extends Response {
  readonly json_text: string;
  readonly updated_at: string | undefined;
  readonly content_language: string | undefined;
  readonly shows_untold: boolean;

  constructor({ json, updated_at, content_language, shows_untold }: JsonRecord<unknown>) {
    const text = withPlainNumbers(json);
    const language = content_language && { "content-language": content_language };
    super(text, { headers: { "content-type": "application/json", ...language } });
    this.json_text = text;
    this.updated_at = updated_at;
    this.content_language = content_language;
    this.shows_untold = shows_untold === true;
  }
}
