import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { barriers, closeBrowser, openPage, resize, textAt, withoutChromium } from "./chromium";
import { openSite } from "./site";

setDefaultTimeout(60_000);

afterAll(closeBrowser);

const shown = `[...document.querySelectorAll("#results .name")].map((name) => name.textContent)`;
const results = (count: number) => `document.querySelectorAll("#results li").length === ${count}`;

describe.skipIf(withoutChromium("the home page"))("the home page in Chromium", () => {
  test("M160: finds a title by a misspelt name while it is typed, with the keyboard alone", async () => {
    await using site = await openSite([603, 157336]);
    await using opened = await openPage();
    const { page, complaints } = opened;

    await page.goto(site.url);
    await page.waitForFunction(results(2));
    await page.waitForFunction(`document.querySelector("#counts").textContent.includes("movies2")`);
    for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("query");

    await page.keyboard.type("intersteller");
    await page.waitForFunction(
      `document.querySelector("#shown").textContent === "Results for “intersteller”"`,
    );

    expect(await page.evaluate(shown)).toEqual(["Interstellar"]);
    expect(await textAt(page, "#status")).toBe("1 result");
    const link = await page.evaluate(`document.querySelector("#results a").href`);
    expect((await fetch(String(link))).status).toBe(200);
    expect(complaints).toEqual([]);
  }, 60_000);

  test.each([360, 768, 1400])(
    "M108 to M111: fits into %d pixels without barriers and shows whose data it is",
    async (width) => {
      await using site = await openSite([603]);
      await using opened = await openPage();
      const { page, complaints } = opened;

      await resize(page, width, "dark");
      await page.goto(site.url);
      await page.waitForFunction(results(1));

      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      const footer = await textAt(page, "footer");
      expect(footer).toContain("uses the TMDB API but is not endorsed or certified by TMDB");
      expect(footer).toContain("JustWatch");
      expect(await barriers(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
    60_000,
  );

  test("an image that cannot be had leaves a neutral place", async () => {
    await using site = await openSite([603]);
    await using opened = await openPage();
    const { page } = opened;

    await page.goto(site.url);
    await page.waitForFunction(results(1));

    expect(await page.evaluate(`document.querySelectorAll("#results img").length`)).toBe(0);
    expect(await textAt(page, ".picture")).toBe("T");
  }, 60_000);
});
