import { describe, expect, test } from "bun:test";
import { chromium, openBrowser } from "./chromium";
import { openSite } from "./site";

if (chromium === undefined)
  console.log("no Chromium on this machine: the home page is not looked at");

const shown = `[...document.querySelectorAll("#results .name")].map((name) => name.textContent)`;
const heading = `document.querySelector("#shown").textContent`;

describe.skipIf(chromium === undefined)("the home page in Chromium", () => {
  test("M160: finds a title by a misspelt name while it is typed, with the keyboard alone", async () => {
    await using site = await openSite([603, 157336]);
    await using browser = await openBrowser(chromium ?? "");
    const { page } = browser;

    await page.goto(site.url);
    await page.until(`document.querySelectorAll("#results li").length === 2`);
    await page.until(`document.querySelector("#counts").textContent.includes("movies2")`);
    await page.press("Tab");
    await page.press("Tab");
    await page.press("Tab");
    await page.press("Tab");
    expect(await page.evaluate<string>("document.activeElement.id")).toBe("query");

    await page.type("intersteller");
    await page.until(`${heading} === "Found for “intersteller”"`);

    expect(await page.evaluate<string[]>(shown)).toEqual(["Interstellar"]);
    expect(await page.evaluate<string>(`document.querySelector("#status").textContent`)).toBe(
      "1 result",
    );
    const link = await page.evaluate<string>(`document.querySelector("#results a").href`);
    expect((await fetch(link)).status).toBe(200);
    expect(page.complaints).toEqual([]);
  }, 60_000);

  test.each([360, 768, 1400])(
    "M108 to M111: fits into %d pixels and shows whose data it is",
    async (width) => {
      await using site = await openSite([603]);
      await using browser = await openBrowser(chromium ?? "");
      const { page } = browser;

      await page.resize(width, 800, "dark");
      await page.goto(site.url);
      await page.until(`document.querySelectorAll("#results li").length === 1`);

      expect(
        await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth"),
      ).toBe(true);
      const footer = await page.evaluate<string>(`document.querySelector("footer").innerText`);
      expect(footer).toContain("uses the TMDB API but is not endorsed or certified by TMDB");
      expect(footer).toContain("JustWatch");
      expect(page.complaints).toEqual([]);
    },
    60_000,
  );

  test("an image that cannot be had leaves a neutral place", async () => {
    await using site = await openSite([603]);
    await using browser = await openBrowser(chromium ?? "");
    const { page } = browser;

    await page.goto(site.url);
    await page.until(`document.querySelectorAll("#results li").length === 1`);

    expect(await page.evaluate<number>(`document.querySelectorAll("#results img").length`)).toBe(0);
    expect(await page.evaluate<string>(`document.querySelector(".picture").textContent`)).toBe("T");
  }, 60_000);
});
