import { readFileSync } from "node:fs";
import { type Setting, type SettingName, settings } from "./settings";

/** Where settings come from. */
export type Env = Readonly<Record<string, string | undefined>>;

const secretLength = 32;

/** What a secret has to be, to complete "must be …". */
export const secretRule = `${secretLength} or more printable ASCII characters, not all the same`;

/** Whether a text is long and varied enough to be a secret. */
export const isSecret = (text: string): boolean =>
  /^[\x21-\x7e]+$/.test(text) && text.length >= secretLength && new Set(text).size > 1;

const byName: ReadonlyMap<string, Setting> = new Map(settings.map((each) => [each.name, each]));

const isUrl = (text: string, protocols: readonly string[]): boolean =>
  protocols.includes(URL.parse(text)?.protocol ?? "");

const either = (protocols: readonly string[]): string =>
  protocols.map((protocol) => `${protocol}//`).join(" or ");

/** Reads settings one by one and keeps every mistake, so that all are told at once. */
export class Reader {
  readonly mistakes: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  /** The value; an empty one counts as unset, as container tools pass it. */
  text(name: SettingName): string | undefined {
    const given = this.#env[name]?.trim() || undefined;
    const setting = byName.get(name);
    const file = setting?.secret && this.#env[`${name}_FILE`]?.trim();
    if (!file) return given ?? setting?.default;
    if (given === undefined) return this.#file(name, file);
    this.mistakes.push(`${name} and ${name}_FILE exclude each other; set one of them`);
    return given;
  }

  #file(name: SettingName, path: string): string | undefined {
    try {
      return readFileSync(path, "utf8").trim() || undefined;
    } catch {
      this.mistakes.push(`${name}_FILE must name a file that can be read`);
      return undefined;
    }
  }

  /** The value if it passes; else the mistake "NAME must be `allowed`" and, to go on with, the value. */
  checked(name: SettingName, allowed: string, isRight: (text: string) => boolean): string {
    const text = this.text(name) ?? "";
    if (!isRight(text)) this.mistakes.push(`${name} must be ${allowed}`);
    return text;
  }

  integer(name: SettingName, from: number, to: number): number {
    const isRight = (text: string) =>
      /^[0-9]{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to;
    return Number(this.checked(name, `an integer from ${from} to ${to}`, isRight));
  }

  oneOf<const Word extends string>(name: SettingName, words: readonly Word[]): Word {
    const isRight = (text: string) => words.some((word) => word === text);
    return this.checked(name, `one of ${words.join(", ")}`, isRight) as Word;
  }

  url(name: SettingName, protocols: readonly string[]): string {
    const isRight = (text: string) => isUrl(text, protocols);
    return this.checked(name, `a URL that starts with ${either(protocols)}`, isRight);
  }

  /** An http or https URL that paths are added to, without a slash at its end. */
  base(name: SettingName): string {
    const protocols = ["https:", "http:"];
    const allowed = `a URL that starts with ${either(protocols)}, without a query or a fragment`;
    const isRight = (text: string) => isUrl(text, protocols) && !/[?#]/.test(text);
    return this.checked(name, allowed, isRight).replace(/\/+$/, "");
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
