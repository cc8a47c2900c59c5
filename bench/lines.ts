/** A child process that answers each line with one line. */
export type LineProcess = Disposable & { ask: (line: string) => Promise<string> };

/** Starts a script with this Bun; one question at a time. */
export function lineProcess(script: string, ...args: readonly string[]): LineProcess {
  const child = Bun.spawn([process.execPath, script, ...args], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const said = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const ask = async (question: string): Promise<string> => {
    child.stdin.write(`${question}\n`);
    await child.stdin.flush();
    let line = "";
    while (!line.endsWith("\n")) {
      const { value, done } = await said.read();
      if (done) throw new Error(`${script} ended`);
      line += value;
    }
    return line;
  };
  return { ask, [Symbol.dispose]: () => child.kill() };
}
