import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type ConsoleMessage, launch, type Page } from "puppeteer-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const chromium = places.find((place) => existsSync(place));

/** For `describe.skipIf`: whether this machine has no Chromium, which is said for `what`. */
export function withoutChromium(what: string): boolean {
  if (chromium === undefined) console.log(`no Chromium on this machine: ${what} is not looked at`);
  return chromium === undefined;
}

export type OpenPage = AsyncDisposable & {
  page: Page;
  /** URLs the page asked for. */
  requests: string[];
  /** Console errors, exceptions and refusals of the content security policy. */
  complaints: string[];
};

let browser: Promise<Browser> | undefined;

/** Only this machine can be reached. */
const start = () =>
  launch({
    executablePath: chromium ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    ],
  });

/** Ends the browser of a file's tests. */
export async function closeBrowser(): Promise<void> {
  const open = browser;
  browser = undefined;
  await (await open)?.close();
}

const textOf = (message: ConsoleMessage) =>
  `${message.text()} ${message.location().url ?? ""}`.trimEnd();

/** An empty page that shares nothing with any other; what is waited for has 15 s to come true. */
export async function openPage(): Promise<OpenPage> {
  browser ??= start();
  const context = await (await browser).createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  page.on("pageerror", (error) => void complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(textOf(message));
  });
  return { page, requests, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** The text of an element. */
export const textAt = async (page: Page, selector: string): Promise<string> =>
  String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`));

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What a program can tell of barriers in a page (axe-core), as `rule: element`. */
export async function barriers(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`);
}

/** Shows the page as a window of this width does. */
export async function resize(
  page: Page,
  width: number,
  scheme: "light" | "dark" = "light",
): Promise<void> {
  await page.setViewport({ width, height: 800, isMobile: width < 600 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
}
