import { describe, expect, test } from "bun:test";
import { chromium, openBrowser } from "./chromium";
import { openSite, operatorToken } from "./site";

if (chromium === undefined) console.log("no Chromium on this machine: /docs is not looked at");

const operationCount = `document.querySelectorAll(".opblock").length`;

/** Gives the operator token to the form of its scheme, in a way that React notices. */
const authorize = `(() => {
  const form = [...document.querySelectorAll(".auth-container form")]
    .find((each) => each.querySelector("h4 code")?.textContent === "operator");
  const field = form?.querySelector("input");
  if (!field) return false;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  set.call(field, ${JSON.stringify(operatorToken)});
  field.dispatchEvent(new Event("input", { bubbles: true }));
  form.querySelector("button[type=submit]").click();
  return true;
})()`;

const click = (selector: string) =>
  `(document.querySelector(${JSON.stringify(selector)})?.click(), document.querySelector(${JSON.stringify(selector)}) !== null)`;

const answered = (id: string) =>
  `document.querySelector("#${id} .live-responses-table tbody .response-col_status")?.textContent.trim().slice(0, 3)`;

describe.skipIf(chromium === undefined)(
  "/docs in Chromium with every other host out of reach",
  () => {
    test("M159, M160, S18: lists all operations, authorizes and answers what is tried out", async () => {
      await using site = await openSite([603]);
      await using browser = await openBrowser(chromium ?? "");
      const { page } = browser;
      const document = (await (await fetch(`${site.url}/api/v1/openapi.json`)).json()) as {
        paths: Record<string, object>;
      };
      const operations = Object.values(document.paths).flatMap((path) => Object.keys(path));

      await page.goto(`${site.url}/docs`);
      await page.until(`${operationCount} === ${operations.length}`);

      await page.until(click(".btn.authorize"));
      await page.until(authorize);
      await page.until(`document.querySelector(".auth-container code")?.textContent.length > 0`);
      await page.until(`document.querySelector(".modal-ux")?.textContent.includes("******")`);
      await page.until(click(".close-modal"));

      const movies = "operations-Movies-listMovies";
      await page.until(click(`#${movies} .opblock-summary-control`));
      await page.until(click(`#${movies} .try-out__btn`));
      await page.until(click(`#${movies} .execute`));
      expect(await page.until<string>(answered(movies))).toBe("200");

      const ingest = "operations-Ingestion-ingestMovie";
      await page.until(click(`#${ingest} .opblock-summary-control`));
      await page.until(click(`#${ingest} .try-out__btn`));
      await page.until(click(`#${ingest} .execute`));
      expect(await page.until<string>(answered(ingest))).toBe("202");

      expect(page.complaints).toEqual([]);
      const elsewhere = page.requests.filter(
        (url) => !/^data:/.test(url) && !url.startsWith(site.url),
      );
      expect(elsewhere).toEqual([]);
    }, 60_000);
  },
);
