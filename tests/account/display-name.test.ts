import { afterAll, beforeAll, expect, test } from "bun:test";
import { codeOf } from "../support/client";
import { type AccountService, accountService } from "./service";

let service: AccountService;
beforeAll(async () => {
  service = await accountService();
});
afterAll(() => service[Symbol.asyncDispose]());

let made = 0;
const registered = (display_name: string) =>
  service.send<{ access_token: string }>("POST", "/auth/register", {
    email: `name${++made}@example.org`,
    password: "four sparrows",
    display_name,
  });

test.each([
  ["a lone combining mark", "\u0301"],
  ["a mark without a base at the start", "\u0301Mara"],
  ["a mark on a space", "Mara \u0301 Vane"],
  ["a Hangul filler", "\u3164"],
  ["a filler among letters", "Ma\u3164ra"],
  ["a halfwidth Hangul filler", "\uffa0"],
  ["Hangul fillers of a syllable", "\u115f\u1160"],
  ["a blank Braille cell", "\u2800"],
  ["a zero-width space inside", "Ma\u200bra"],
  ["a zero-width joiner between letters", "Ma\u200dra"],
  ["a zero-width non-joiner between Latin letters", "Ma\u200cra"],
  ["a zero-width joiner after an emoji", "\u{1f469}\u200d"],
  ["a word joiner", "\u2060Mara"],
  ["a soft hyphen", "Ma\u00adra"],
  ["a combining grapheme joiner", "Ma\u034fra"],
  ["a byte order mark inside", "Ma\ufeffra"],
  ["tag characters", "Mara\u{e0061}\u{e0062}"],
  ["a variation selector on a letter", "M\ufe0fara"],
  ["only a variation selector", "\ufe0f"],
  ["spaces of all kinds", "\u00a0\u2003\u3000"],
])("M56, T17: %s is no display name", async (_, name) => {
  const answer = await registered(name);

  expect([answer.status, codeOf(answer)]).toEqual([422, "validation_error"]);
});

test.each([
  ["a family, which is joined by zero-width joiners", "👨‍👩‍👧‍👦"],
  ["a joined emoji with a skin tone", "👩🏽‍🚀 Mara"],
  ["a joined emoji that asks for its colors", "❤️‍🔥"],
  ["a flag", "🇩🇪"],
  ["a keycap", "Mara 1️⃣"],
  ["letters with marks of their own", "Ma\u0301ra Vå\u0308ne"],
  ["Vietnamese", "Nguyễn Thị Hằng"],
  ["Arabic", "مريم"],
  ["Persian, where a non-joiner parts letters", "علی\u200cرضا"],
  ["Sinhala, where a joiner makes a conjunct", "ශ\u0dca\u200dරී"],
  ["Hindi with a virama", "श्रीमती"],
  ["Thai", "น้ำ"],
  ["Han with a variant", "葛\u{e0100}城"],
  ["Hangul", "김민수"],
  ["punctuation and digits", "O'Neil-7 (Jr.)"],
  ["one sign", "☺"],
])("M56: %s is a display name", async (_, name) => {
  const { status, body } = await registered(name);
  const me = await service.send<{ display_name: string }>(
    "GET",
    "/auth/me",
    undefined,
    body.access_token,
  );

  expect([status, me.body.display_name]).toEqual([201, name]);
});
