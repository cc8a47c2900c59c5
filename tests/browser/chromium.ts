import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a Chromium lies, if this machine has one. */
export const chromium = places.find((place) => existsSync(place));

/** Only this machine can be reached, and the browser asks for nothing of its own accord. */
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--remote-debugging-port=0",
];

type Message = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
};

export type Page = {
  /** URLs the page asked for. */
  requests: string[];
  /** Console errors, exceptions and refusals of the content security policy. */
  complaints: string[];
  goto: (url: string) => Promise<void>;
  /** The value of an expression in the page; promises are awaited. */
  evaluate: <T>(expression: string) => Promise<T>;
  /** Resolves with the first truthy value of the expression; rejects after 15 s. */
  until: <T>(expression: string) => Promise<T>;
  /** Types into what has the focus, as a keyboard would. */
  type: (text: string) => Promise<void>;
  press: (key: "Enter" | "Tab" | "Escape") => Promise<void>;
  resize: (width: number, height: number, scheme?: "light" | "dark") => Promise<void>;
  screenshot: (path: string) => Promise<void>;
};

export type Browser = AsyncDisposable & { page: Page };

/** The address of the debugger, which the browser prints once it listens. */
async function debuggerOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let told = "";
  for await (const chunk of stderr) {
    told += new TextDecoder().decode(chunk);
    const [address] = told.match(/ws:\/\/\S+/) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`Chromium did not start: ${told}`);
}

/** Starts a headless Chromium with one empty page, spoken to by the DevTools protocol. */
export async function openBrowser(executable: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "media-catalog-browser-"));
  const program = Bun.spawn([executable, ...flags, `--user-data-dir=${profile}`, "about:blank"], {
    stdout: "ignore",
    stderr: "pipe",
  });
  const protocol = await connect(await debuggerOf(program.stderr));
  const page = await openPage(protocol);
  return {
    page,
    [Symbol.asyncDispose]: async () => {
      protocol.close();
      program.kill();
      await program.exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Protocol = Awaited<ReturnType<typeof connect>>;

async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const listeners: ((method: string, params: Record<string, unknown>) => void)[] = [];
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  socket.addEventListener("message", ({ data }) => {
    const { id, method, params = {}, result = {}, error } = JSON.parse(String(data)) as Message;
    if (method !== undefined) for (const listener of listeners) listener(method, params);
    if (id === undefined) return;
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error.message));
  });
  let last = 0;
  const send = (method: string, params: object = {}, sessionId?: string) => {
    last += 1;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    return answer.promise;
  };
  return {
    send,
    listen: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    close: () => socket.close(),
  };
}

type Entry = { entry: { level: string; text: string; url?: string } };
type Console = { type: string; args: { value?: unknown; description?: string }[] };
type Thrown = { exceptionDetails: { text: string; exception?: { description?: string } } };

/** What the page complains about, in one line; undefined for what is none of its business. */
function complaintOf(method: string, params: Record<string, unknown>): string | undefined {
  if (method === "Runtime.exceptionThrown") {
    const { text, exception } = (params as Thrown).exceptionDetails;
    return exception?.description ?? text;
  }
  if (method === "Log.entryAdded") {
    const { level, text, url } = (params as Entry).entry;
    return level === "error" ? `${text} ${url ?? ""}` : undefined;
  }
  if (method !== "Runtime.consoleAPICalled") return undefined;
  const { type, args } = params as Console;
  return type === "error"
    ? args.map((each) => each.value ?? each.description).join(" ")
    : undefined;
}

const keys = { Enter: "\r", Tab: "\t", Escape: "" } as const;

async function openPage({ send, listen }: Protocol): Promise<Page> {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method: string, params: object = {}) => send(method, params, String(sessionId));
  const requests: string[] = [];
  const complaints: string[] = [];
  listen((method, params) => {
    if (method === "Network.requestWillBeSent") {
      requests.push((params as { request: { url: string } }).request.url);
    }
    const complaint = complaintOf(method, params);
    if (complaint !== undefined) complaints.push(complaint);
  });
  for (const domain of ["Page", "Runtime", "Network", "Log"]) await call(`${domain}.enable`);

  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await call("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value;
  };
  const until = async <T>(expression: string): Promise<T> => {
    const end = performance.now() + 15_000;
    for (;;) {
      const value = await evaluate<T>(expression).catch(() => undefined);
      if (value) return value;
      if (performance.now() > end) throw new Error(`This never came true: ${expression}`);
      await Bun.sleep(25);
    }
  };
  return {
    requests,
    complaints,
    evaluate,
    until,
    goto: async (url) => {
      await call("Page.navigate", { url });
      await until("location.href !== 'about:blank' && document.readyState === 'complete'");
    },
    type: async (text) => {
      for (const letter of text) await call("Input.insertText", { text: letter });
    },
    press: async (key) => {
      const event = {
        key,
        code: key,
        text: keys[key],
        windowsVirtualKeyCode: keys[key].charCodeAt(0),
      };
      await call("Input.dispatchKeyEvent", { type: "keyDown", ...event });
      await call("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    resize: async (width, height, scheme = "light") => {
      const features = [{ name: "prefers-color-scheme", value: scheme }];
      await call("Emulation.setDeviceMetricsOverride", {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: width < 600,
      });
      await call("Emulation.setEmulatedMedia", { features });
    },
    screenshot: async (path) => {
      const { data } = await call("Page.captureScreenshot", { format: "png" });
      await Bun.write(path, Buffer.from(String(data), "base64"));
    },
  };
}
