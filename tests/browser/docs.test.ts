import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "puppeteer-core";
import { adminToken } from "../support/service";
import { closeBrowser, openPage, textAt, withoutChromium } from "./chromium";
import { openSite } from "./site";

setDefaultTimeout(60_000);

afterAll(closeBrowser);

/** Opens an operation, sends its example and tells the status that came back. */
async function tryOut(page: Page, operation: string): Promise<string> {
  const block = `#operations-${operation}`;
  await page.locator(`${block} .opblock-summary-control`).click();
  await page.locator(`${block} .try-out__btn`).click();
  await page.locator(`${block} .execute`).click();
  const status = `${block} .live-responses-table tbody .response-col_status`;
  await page.waitForSelector(status);
  return (await textAt(page, status)).trim().slice(0, 3);
}

/** Gives the page the operator's token. */
async function authorize(page: Page): Promise<void> {
  const inForm = (element: string) => `xpath///form[.//h4/code[text()="operator"]]//${element}`;
  await page.locator(".btn.authorize").click();
  await page.locator(inForm("input")).fill(adminToken);
  await page.locator(inForm("button[@type='submit']")).click();
  await page.waitForFunction(`document.querySelector(".modal-ux")?.textContent.includes("******")`);
  await page.locator(".close-modal").click();
}

describe.skipIf(withoutChromium("/docs"))(
  "/docs in Chromium, every other host out of reach",
  () => {
    test("M159, M160, S18: lists all operations, authorizes and answers what is tried out", async () => {
      await using site = await openSite([603]);
      await using opened = await openPage();
      const { page, requests, complaints } = opened;
      const document = (await (await fetch(`${site.url}/api/v1/openapi.json`)).json()) as {
        paths: Record<string, object>;
      };
      const operations = Object.values(document.paths).flatMap((path) => Object.keys(path));

      await page.goto(`${site.url}/docs`);
      await page.waitForFunction(
        `document.querySelectorAll(".opblock").length === ${operations.length}`,
      );

      await authorize(page);

      expect(await tryOut(page, "Movies-listMovies")).toBe("200");
      expect(await tryOut(page, "Ingestion-ingestMovie")).toBe("202");

      expect(complaints).toEqual([]);
      const elsewhere = requests.filter((url) => !/^data:/.test(url) && !url.startsWith(site.url));
      expect(elsewhere).toEqual([]);
    }, 60_000);

    test("S9: forgets the operator's token with the page, and leaves it nowhere", async () => {
      await using site = await openSite([]);
      await using opened = await openPage();
      const { page } = opened;
      const kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";
      const jobs = "Ingestion-listJobs";

      await page.goto(`${site.url}/docs`);
      await page.waitForSelector(`#operations-${jobs}`);
      await authorize(page);
      expect(await tryOut(page, jobs)).toBe("200");
      expect(String(await page.evaluate(kept))).not.toContain(adminToken);
      await page.goto("about:blank");
      await page.goto(`${site.url}/docs`);
      await page.waitForSelector(`#operations-${jobs}`);
      expect(await tryOut(page, jobs)).toBe("401");
    }, 60_000);
  },
);
