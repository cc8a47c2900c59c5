import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Page } from "puppeteer-core";
import { numberChanges } from "~/changes/numberer";
import { adminToken } from "../support/service";
import { barriers, closeBrowser, openPage, textAt, withoutChromium } from "./chromium";
import { openSite, type Site } from "./site";

setDefaultTimeout(60_000);

afterAll(closeBrowser);

const until = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)})?.innerText.includes(${JSON.stringify(text)})`,
  );

async function signIn(page: Page, { url }: Site): Promise<void> {
  await page.goto(`${url}/admin`);
  await page.locator("#token").fill(adminToken);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#dashboard:not([hidden])");
}

const press = (page: Page, action: string) =>
  page.locator(`#imports [data-action^="${action}"]`).click();

describe.skipIf(withoutChromium("/admin"))("freshness, imports and changes on /admin", () => {
  test("N95: a file of ids is imported, paused, resumed and canceled, and seen at each step", async () => {
    await using site = await openSite([603]);
    await using opened = await openPage();
    const { page, complaints } = opened;
    await signIn(page, site);
    await until(page, "#imports", "No import so far.");

    await page.evaluate(`{
      const files = new DataTransfer();
      files.items.add(new File(["603\\n11\\n12\\nnonsense\\n"], "ids.txt"));
      document.querySelector("#import-file").files = files.files;
    }`);
    await page.locator("#import > button").click();
    await until(page, "#notice", "2 ids to import, 1 skipped.");
    await until(page, "#imports", "2 pending, 1 skipped, 1 invalid");

    await press(page, "pause");
    await until(page, "#imports", "paused");
    await press(page, "resume");
    await page.waitForSelector(`#imports [data-action^="pause"]`);
    expect(await barriers(page)).toEqual([]);
    await press(page, "cancel");
    await until(page, "#imports", "finished");
    expect(complaints).toEqual([]);
  });

  test("N54 N61: tiers are shown, and a change comes to the top as soon as it is numbered", async () => {
    await using site = await openSite([603]);
    await numberChanges(site.db);
    await using opened = await openPage();
    const { page, complaints } = opened;
    const followed = page.waitForResponse((answer) => answer.url().endsWith("/api/v1/changes"));
    await signIn(page, site);
    await followed;
    await until(page, "#refresh", "Airing");
    const tiers = await textAt(page, "#refresh");
    expect(tiers).toContain("150 days");

    await site.db.execute(sql`update movies set tagline = 'Wake up.'`);
    await numberChanges(site.db);

    await until(page, "#changes li:first-child", "updated");
    expect(await textAt(page, "#changes li:first-child")).toContain("names");
    expect(complaints).toEqual([]);
  });
});
