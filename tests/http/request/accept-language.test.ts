import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { acceptedLanguages } from "~/http/request/accept-language";

describe("the tags of Accept-Language", () => {
  test.each([
    ["fr-CA,fr;q=0.9,en;q=0.8", "fr-CA,fr,en"],
    ["en;q=0.1, de-at ;q=0.5 ,fr", "fr,de-AT,en"],
    ["*, fr;q=0, de", "de"],
    ["zh-Hant, zh-hans;q=0.5", "zh-TW,zh-CN"],
    ["fr;q=0.5,de;q=0.5", "fr,de"],
    ["a,english,fr_CA,fr-,de;q=2,es;q=x,it;level=1,nl", "nl"],
    ["af,be,ca,da,el,fi,ga", "af,be,ca,da,el"],
    ["fr;q=0.2,de;q=0.5,fr;q=0.9", "fr,de"],
    ["", ""],
  ])("N40: of %p they are %p", (header, tags) => {
    expect(acceptedLanguages(header)).toBe(tags);
  });

  test.each(["x", ",;q=", "fr;", "-,", "*;q=0,"])(
    "N40: of 8 KB of %p there are none",
    (garbage) => {
      expect(acceptedLanguages(garbage.repeat(8_192 / garbage.length))).toBe("");
    },
  );

  test("N40: of any header they are at most five tags of the form that the parameter takes", () => {
    const part = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[a-z]{2}(-[A-Za-z]{2})?(;q=[01](\.\d)?)?$/),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const tags = acceptedLanguages(parts.join(","));
        expect(tags).toMatch(/^([a-z]{2}(-[A-Z]{2})?(,[a-z]{2}(-[A-Z]{2})?){0,4})?$/);
      }),
    );
  });
});
