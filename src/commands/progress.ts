import { MultiBar, Presets, type SingleBar } from "cli-progress";

/** Shows how far jobs are: a bar on a terminal, a line at each tenth otherwise. */
export type Progress = { update: (done: number, total: number) => void; stop: () => void };

/** Starts a progress display on standard error, so that standard output stays for results. */
export function startProgress(label: string): Progress {
  return process.stderr.isTTY ? bar(label) : lines(label);
}

function bar(label: string): Progress {
  const bars = new MultiBar(
    { format: `${label} {bar} {value}/{total}`, stream: process.stderr, hideCursor: true },
    Presets.shades_classic,
  );
  const single: SingleBar = bars.create(0, 0);
  return {
    update: (done, total) => {
      single.setTotal(total);
      single.update(done);
    },
    stop: () => bars.stop(),
  };
}

function lines(label: string): Progress {
  let tenth = -1;
  return {
    update: (done, total) => {
      const next = total === 0 ? 0 : Math.floor((10 * done) / total);
      if (next === tenth) return;
      tenth = next;
      console.error(`${label}: ${done} of ${total}`);
    },
    stop: () => {},
  };
}
