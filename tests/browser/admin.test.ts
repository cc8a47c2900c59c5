import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "puppeteer-core";
import { reportProgress } from "~/jobs/lease";
import { enqueue } from "~/jobs/queue";
import { fail, succeed } from "~/jobs/settlement";
import { claimed, gone, result } from "../jobs/records";
import { adminToken } from "../support/service";
import { barriers, closeBrowser, openPage, resize, textAt, withoutChromium } from "./chromium";
import { openSite, type Site } from "./site";

setDefaultTimeout(60_000);

afterAll(closeBrowser);

const first = "#jobs .job:first-child";

const until = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)})?.innerText.includes(${JSON.stringify(text)})`,
  );

async function signIn(page: Page, { url }: Site, token = adminToken): Promise<void> {
  await page.goto(`${url}/admin`);
  await page.locator("#token").fill(token);
  await page.keyboard.press("Enter");
}

/** What a page may leave behind besides its own tab's storage. */
const kept = `(async () => ({
  local: { ...localStorage },
  session: { ...sessionStorage },
  cookie: document.cookie,
  caches: await caches.keys(),
  databases: await indexedDB.databases(),
  url: location.href,
}))()`;

describe.skipIf(withoutChromium("/admin"))("/admin in Chromium", () => {
  test("M139: a wrong token opens nothing, the right one does and stays in the tab alone", async () => {
    await using site = await openSite([603]);
    await using opened = await openPage();
    const { page, requests, complaints } = opened;

    await signIn(page, site, "not-the-operator-token");
    await until(page, "#sign-in-problem", "This needs the operator token");
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(await page.evaluate(`document.querySelector("#dashboard").hidden`)).toBe(true);
    // The browser itself tells of the refusal; nothing else may complain.
    expect(complaints.splice(0).filter((text) => !text.includes("401"))).toEqual([]);

    await signIn(page, site);
    await until(page, first, "Movie 603");

    expect(await page.evaluate(kept)).toEqual({
      local: {},
      session: { "operator-token": adminToken },
      cookie: "",
      caches: [],
      databases: [],
      url: `${site.url}/admin`,
    });
    expect(requests.filter((url) => url.includes(adminToken))).toEqual([]);
    await page.reload();
    await until(page, first, "Movie 603");
    await page.locator("#sign-out").click();
    await page.waitForSelector("#sign-in:not([hidden])");
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(complaints).toEqual([]);
  }, 60_000);

  test("shows the state, and a job live from its request to its end", async () => {
    await using site = await openSite([603]);
    await using opened = await openPage();
    const { page, requests, complaints } = opened;
    await signIn(page, site);
    await page.waitForSelector("#dashboard:not([hidden])");
    const state = await textAt(page, "#tiles");
    expect(state).toContain("succeeded\n1\nfailed\n0");
    expect(state).toContain("Catalog\nmovies\n1\nseries\n0");

    await page.locator("#ingest-ids").fill("1399");
    await page.select("#ingest-kind", "series");
    await page.locator("#ingest-seasons").click();
    await page.locator("#ingest button").click();
    await until(page, "#notice", "1 job enqueued, 1 of them new.");
    await until(page, first, "Series 1399");
    const job = await claimed(site.db);
    expect(job).toMatchObject({ kind: "series", params: { include_seasons: true } });
    await until(page, `${first} .badge`, "running");
    await reportProgress(site.db, job, { done: 1, total: 3 });
    await until(page, `${first} .progress`, "1 of 3");
    await succeed(site.db, job, result);
    await until(page, `${first} .badge`, "succeeded");

    expect(await textAt(page, `${first} .details`)).toContain("created");
    expect(requests.filter((url) => url.endsWith("/events"))).toHaveLength(1);
    expect(complaints).toEqual([]);
  }, 60_000);

  test("M132: shows an error in full, retries the job and cancels it, with the keyboard alone", async () => {
    await using site = await openSite([]);
    await enqueue(site.db, { kind: "movie", external_id: "603" });
    const message = `${"The provider said no. ".repeat(22)}That is all.`;
    await fail(site.db, await claimed(site.db), { ...gone, message });
    await using opened = await openPage();
    const { page, complaints } = opened;
    await signIn(page, site);

    await until(page, `${first} .problem`, message);
    await page.focus(`${first} .actions button:not([hidden])`);
    await page.keyboard.press("Enter");
    await until(page, `${first} .badge`, "queued");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Movie 603");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Cancel Movie 603");
    await page.keyboard.press("Space");
    await until(page, `${first} .badge`, "canceled");
    expect(await textAt(page, "#notice")).toBe("Movie 603 is canceled.");
    expect(complaints).toEqual([]);
  }, 60_000);

  test("filters and pages the jobs, enqueues many and names the one that is wrong", async () => {
    await using site = await openSite([]);
    await using opened = await openPage();
    const { page, complaints } = opened;
    await signIn(page, site);
    await page.waitForSelector("#dashboard:not([hidden])");

    await page.locator("#ingest-ids").fill("1 2, 03");
    await page.locator("#ingest button").click();
    await until(page, "#ingest-problem", "movie 03: the id must be a whole number");
    const ids = Array.from({ length: 25 }, (_, i) => i + 1).join(" ");
    await page.locator("#ingest-ids").fill(`${ids} person 6384`);
    await page.locator("#ingest button").click();
    await until(page, "#notice", "26 jobs enqueued, 26 of them new.");
    await until(page, "#page", "Page 1 of 2");
    await page.locator("#next").click();
    await until(page, "#page", "Page 2 of 2");
    expect(await page.evaluate(`document.querySelectorAll("#jobs .job").length`)).toBe(6);

    await page.select("#filter-kind", "person");
    await until(page, "#jobs-count", "1 job");
    await until(page, first, "Person 6384");
    expect(page.url()).toBe(`${site.url}/admin?kind=person`);
    await page.reload();
    await until(page, "#jobs-count", "1 job");
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  }, 60_000);

  test("M139: says that administration is off where production has no token", async () => {
    const secret = { SERVICE_SECRET_KEY: "a-signing-key-of-the-browser-tests-0123456789" };
    await using site = await openSite([], {
      NODE_ENV: "production",
      ...secret,
      SERVICE_ADMIN_TOKEN: "",
    });
    await using opened = await openPage();
    const { page, complaints } = opened;

    await page.goto(`${site.url}/admin`);

    expect(await textAt(page, "h1")).toBe("Administration is disabled");
    expect(await page.evaluate(`document.querySelectorAll("input, script").length`)).toBe(0);
    expect(complaints).toEqual([]);
  }, 60_000);

  test.each([
    [360, "dark"],
    [1400, "light"],
  ] as const)(
    "fits into %d pixels in a %s scheme, without barriers",
    async (width, scheme) => {
      await using site = await openSite([603]);
      await enqueue(site.db, { kind: "movie", external_id: "604" });
      await fail(site.db, await claimed(site.db), gone);
      await using opened = await openPage();
      const { page, complaints } = opened;

      await resize(page, width, scheme);
      await page.goto(`${site.url}/admin`);
      await page.waitForSelector("#sign-in:not([hidden])");
      expect(await barriers(page)).toEqual([]);
      await signIn(page, site);
      await until(page, first, "Movie 604");
      await page.locator(`${first} .name`).click();
      await until(page, first, "attempts");
      expect(await barriers(page)).toEqual([]);

      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});
