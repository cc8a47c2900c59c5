import { describe, expect, test } from "bun:test";
import { allProofs, type Proof, proofsIn } from "../scripts/proofs";
import { withProofs } from "../scripts/requirements-document";

/** Written with # in place of the letter, so that these texts prove nothing themselves. */
const lettered = (text: string) => text.replaceAll("#", "M");
const found = (file: string, text: string) => proofsIn(file, lettered(text));
const numbered = (...numbers: number[]) => numbers.map((each) => lettered(`#${each}`));

test("docs/requirements.md has a proven line for every number, as bun run requirements writes it", async () => {
  const document = await Bun.file("docs/requirements.md").text();
  const { text, problems } = withProofs(document, await allProofs());

  expect(problems).toEqual([]);
  expect(text === document ? "as written" : "run `bun run requirements`").toBe("as written");
});

test("every file that docs/requirements.md links is there", async () => {
  const document = await Bun.file("docs/requirements.md").text();
  const linked = [...document.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = ""]) => path);
  const files = await Promise.all(
    [...new Set(linked)].map(async (path) => ((await Bun.file(path).exists()) ? [] : [path])),
  );

  expect(files.flat()).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

describe("what names a number", () => {
  test("is a title, with lists and ranges before its sentence", () => {
    expect(found("a.test.ts", 'test("#21 to #23, #30: it holds", () => {});')).toEqual([
      { file: "a.test.ts", of: numbered(21, 23, 30, 22), title: "it holds" },
    ]);
    expect(found("a.test.ts", 'alongside("#21: it holds", () => {});')).toEqual([
      { file: "a.test.ts", of: numbered(21), title: "it holds" },
    ]);
  });

  test("is a row of the table that a title is made for, in the row's words", () => {
    const inline = 'test.each([\n  ["#1", "page=0"],\n])("#64, %s: ?%s is refused", f);';
    const named =
      'const rows = [\n  ["#1: no page", ""],\n];\ntest.each(rows)("%s is refused", f);';

    expect(found("a.test.ts", inline)).toEqual([
      { file: "a.test.ts", of: numbered(1), title: "?page=0 is refused" },
      { file: "a.test.ts", of: numbered(64), title: "?… is refused" },
    ]);
    expect(found("a.test.ts", named)).toEqual([
      { file: "a.test.ts", of: numbered(1), title: "no page is refused" },
    ]);
  });

  test("is the description of a command, wherever in it", () => {
    expect(found("bench/a.ts", "/**\n * Is it fast (#1, #2)? #3 in true time.\n */\n")).toEqual([
      { file: "bench/a.ts", of: numbered(1, 2, 3) },
    ]);
  });

  test("is no test that is known to fail, and no text that merely holds it", () => {
    const failing = 'test.failing("#1: it holds", () => {});';
    const other = 'const isOne = name.startsWith("#1"); // "#1 and more"';

    expect([...found("a.test.ts", failing), ...found("a.test.ts", other)]).toEqual([]);
  });
});

describe("the last column", () => {
  const proof = (file: string, title?: string): Proof => ({
    file,
    of: numbered(1),
    ...(title && { title }),
  });
  const lines = (...texts: string[]) => lettered(texts.join("\n"));

  test("shows the two tests that say most of what the line says, and commands", () => {
    const proofs = [
      proof("tests/a.test.ts", "something else"),
      proof("tests/b.test.ts", "a page past the end keeps totals | [always]"),
      proof("tests/c/d.test.ts", "totals of a page"),
      proof("tests/faults/clocks.ts"),
    ];

    expect(withProofs(lines("| #1 | Totals of a page past the end |  |"), proofs)).toEqual({
      text: lines(
        "| #1 | Totals of a page past the end | [b](../tests/b.test.ts): a page past the end keeps totals " +
          "\\| \\[always\\]<br>[c/d](../tests/c/d.test.ts): totals of a page<br>" +
          "[`bun run faults clocks`](../tests/faults/clocks.ts) |",
      ),
      problems: [],
    });
  });

  test("names what has no test, no line or two of them", () => {
    const document = lines("| #2 | Nobody tests it |  |", "| #3 | Twice |  |", "| #3 | Twice |  |");
    const { problems } = withProofs(document, [
      { file: "tests/a.test.ts", of: numbered(1, 3), title: "t" },
    ]);

    expect(problems).toEqual([
      lettered("#2 is named by no test"),
      lettered("#3 has two lines"),
      lettered("#1 has no line; tests/a.test.ts names it"),
    ]);
  });

  test("keeps why there is no test yet, until there is one", () => {
    const owing = lines("| #1 | It lasts | not yet: it takes a day |");

    expect(withProofs(owing, [])).toEqual({ text: owing, problems: [] });
    expect(withProofs(owing, [proof("tests/a.test.ts", "it lasts")]).text).toBe(
      lines("| #1 | It lasts | [a](../tests/a.test.ts): it lasts |"),
    );
  });
});
