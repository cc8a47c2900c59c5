import { join } from "node:path";

/** The recorded movies over HTTP, from a process of their own. */
export type Provider = {
  base_url: string;
  /** How many different movies there are, and the mean size of their bodies in bytes. */
  movies: number;
  bytes: number;
  /** How many movies were requested so far. */
  calls: () => Promise<number>;
  stop: () => void;
};

/** Starts stand-in.ts. */
export async function startProvider(): Promise<Provider> {
  const process_ = Bun.spawn([process.execPath, join(import.meta.dir, "stand-in.ts")], {
    stdin: "pipe",
    stdout: "pipe",
  });
  const { value } = await process_.stdout.getReader().read();
  const { port, movies, bytes } = JSON.parse(new TextDecoder().decode(value));
  const base_url = `http://127.0.0.1:${port}/3`;
  const calls = async () => ((await (await fetch(base_url)).json()) as { calls: number }).calls;
  return { base_url, movies, bytes: bytes / movies, calls, stop: () => process_.kill() };
}
