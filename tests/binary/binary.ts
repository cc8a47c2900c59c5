import { existsSync, readdirSync, statSync } from "node:fs";
import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const built = join(root, "dist/media-catalog");

/** Without a name in /etc/passwd, as in the image. */
const nobody = { uid: 10_001, gid: 10_001 };
const asRoot = process.getuid?.() === 0;

const changedAt = (path: string): number => {
  const stat = statSync(join(root, path));
  if (!stat.isDirectory()) return stat.mtimeMs;
  const names = readdirSync(join(root, path), { recursive: true, encoding: "utf8" });
  return Math.max(...names.map((name) => statSync(join(root, path, name)).mtimeMs));
};

/** Why there is nothing to test; undefined when dist/media-catalog is there and of these sources. */
export function missing(): string | undefined {
  if (process.platform !== "linux") return "the binary is tested on Linux";
  if (!existsSync(built)) return "there is no dist/media-catalog: run bun run build";
  const sources = ["src", "drizzle", "assets", "scripts/build.ts", "package.json"];
  const newer = sources.filter((path) => changedAt(path) > statSync(built).mtimeMs);
  return newer.length === 0
    ? undefined
    : `dist/media-catalog is older than ${newer.join(", ")}: run bun run build`;
}

export type Alone = AsyncDisposable & { folder: string; binary: string; data: string };

/** The binary alone in a folder that holds nothing else but traps and an empty folder for data. */
export async function alone(): Promise<Alone> {
  const folder = await mkdtemp(join(tmpdir(), "media-catalog-binary-"));
  await chmod(folder, 0o755);
  const binary = join(folder, "media-catalog");
  await copyFile(built, binary);
  await chmod(binary, 0o755);
  const data = join(folder, "data");
  await mkdir(data);
  if (asRoot) await chown(data, nobody.uid, nobody.gid);
  await Bun.write(join(folder, ".env"), "PORT=eighty\nNODE_ENV=production\n");
  await Bun.write(join(folder, "bunfig.toml"), 'preload = ["./trap.ts"]\n');
  await Bun.write(join(folder, "trap.ts"), 'console.log("caught"); process.exit(99);\n');
  const dispose = () => rm(folder, { recursive: true, force: true });
  return { folder, binary, data, [Symbol.asyncDispose]: dispose };
}

export type Started = AsyncDisposable & {
  process: Bun.Subprocess;
  /** All of standard output once it matches, or so much of it when the program ends. */
  says: (pattern: RegExp) => Promise<string>;
  exited: Promise<number>;
  said: () => string;
};

/** Starts a command as an unprivileged user, with no environment but this: no PATH, no HOME. */
export function start(
  command: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Started {
  const child = Bun.spawn(command, {
    cwd,
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...(asRoot && nobody),
  });
  let said = "";
  let wake = Promise.withResolvers<void>();
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const piece of stream) {
      said += decoder.decode(piece, { stream: true });
      wake.resolve();
    }
  };
  let ended = false;
  const exited = Promise.all([child.exited, listen(child.stdout), listen(child.stderr)]).then(
    ([code]) => {
      ended = true;
      wake.resolve();
      return code;
    },
  );
  const says = async (pattern: RegExp) => {
    while (!pattern.test(said) && !ended) {
      await wake.promise;
      wake = Promise.withResolvers();
    }
    return said;
  };
  const dispose = async () => {
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 16_000);
    await exited;
    clearTimeout(late);
  };
  return { process: child, says, exited, said: () => said, [Symbol.asyncDispose]: dispose };
}
