import { readFileSync } from "node:fs";
import { type Setting, type SettingName, settings } from "./settings";

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

const secretLength = 32;

/** The rule for secrets; completes "must be …". */
export const secretRule = `${secretLength} or more printable ASCII characters, not all the same`;

/** Whether a text satisfies {@link secretRule}. */
export const isSecret = (text: string): boolean =>
  /^[\x21-\x7e]+$/.test(text) && text.length >= secretLength && new Set(text).size > 1;

const byName: ReadonlyMap<string, Setting> = new Map(settings.map((each) => [each.name, each]));

const isUrl = (text: string, protocols: readonly string[]): boolean =>
  protocols.includes(URL.parse(text)?.protocol ?? "");

const anyOf = (protocols: readonly string[]): string =>
  protocols.map((protocol) => `${protocol}//`).join(" or ");

/** Reads settings and collects all mistakes, so that they can be shown together. */
export class Reader {
  readonly mistakes: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  /** The value; an empty one counts as unset, because container tools pass unset variables as empty. */
  text(name: SettingName): string | undefined {
    const value = this.#env[name]?.trim() || undefined;
    const setting = byName.get(name);
    const file = setting?.secret && this.#env[`${name}_FILE`]?.trim();
    if (!file) return value ?? setting?.default;
    if (value === undefined) return this.#file(name, file);
    this.mistakes.push(`${name} and ${name}_FILE exclude each other; set one of them`);
    return value;
  }

  #file(name: SettingName, path: string): string | undefined {
    try {
      return readFileSync(path, "utf8").trim() || undefined;
    } catch {
      this.mistakes.push(`${name}_FILE must name a file that can be read`);
      return undefined;
    }
  }

  /** Returns the value; if it is not valid, also adds the mistake "NAME must be `allowed`". */
  checked(name: SettingName, allowed: string, isValid: (text: string) => boolean): string {
    const text = this.text(name) ?? "";
    if (!isValid(text)) this.mistakes.push(`${name} must be ${allowed}`);
    return text;
  }

  integer(name: SettingName, from: number, to: number): number {
    const isValid = (text: string) =>
      /^[0-9]{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to;
    return Number(this.checked(name, `an integer from ${from} to ${to}`, isValid));
  }

  /** A number with decimals, such as 0.5. */
  decimal(name: SettingName, from: number, to: number): number {
    const isValid = (text: string) =>
      /^[0-9]{1,9}(\.[0-9]{1,9})?$/.test(text) && Number(text) >= from && Number(text) <= to;
    return Number(this.checked(name, `a number from ${from} to ${to}`, isValid));
  }

  oneOf<const Word extends string>(name: SettingName, words: readonly Word[]): Word {
    const isValid = (text: string) => words.some((word) => word === text);
    return this.checked(name, `one of ${words.join(", ")}`, isValid) as Word;
  }

  url(name: SettingName, protocols: readonly string[]): string {
    const isValid = (text: string) => isUrl(text, protocols);
    return this.checked(name, `a URL that starts with ${anyOf(protocols)}`, isValid);
  }

  /** An http or https URL that paths are added to, without a slash at its end. */
  base(name: SettingName): string {
    const protocols = ["https:", "http:"];
    const allowed = `a URL that starts with ${anyOf(protocols)}, without a query or a fragment`;
    const isValid = (text: string) => isUrl(text, protocols) && !/[?#]/.test(text);
    return this.checked(name, allowed, isValid).replace(/\/+$/, "");
  }

  /** The entries of a list separated by commas; none when it is not set. */
  list(name: SettingName): string[] {
    const entries = this.text(name)?.split(",");
    return entries?.map((entry) => entry.trim()) ?? [];
  }

  secrets(name: SettingName, most: number): string[] {
    const list = this.list(name);
    if (list.length > most || !list.every(isSecret)) {
      const count = most === 1 ? "one entry" : `one to ${most} entries separated by commas`;
      this.mistakes.push(`${name} must be ${count} of ${secretRule}`);
    }
    return list;
  }
}
