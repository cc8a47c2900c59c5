import { parseArgs } from "node:util";
import { scales } from "./catalog/generate";
import type { Part, ScaleName } from "./part";

/** What the command line asks for. */
export type Options = {
  parts: readonly Part[];
  scales: readonly ScaleName[];
  rounds: number;
  smoke: boolean;
  keep: boolean;
  template: string | undefined;
  binary: string | undefined;
  json: string | undefined;
  compare: string | undefined;
  svg: string | undefined;
  document: string | undefined;
  from: string | undefined;
};

/** The text of `--help`. */
export const usage = (parts: readonly Part[]): string => `bun run bench [part…] [options]

Measures the compiled service on a synthetic catalog, on the server of DATABASE_URL or an embedded one, and
prints medians over rounds. Without a part it measures all of them:

${parts.map(({ name, about }) => `  ${name.padEnd(9)} ${about}`).join("\n")}

  --scale <sizes>     10k, 100k or 1m movies; several with commas also show growth (10k)
  --rounds <n>        rounds over all cases (5)
  --keep              keeps the catalog, and uses the one that an earlier run kept
  --template <name>   copies this database instead of filling one
  --binary <path>     measures this binary instead of the one that this tree builds
  --json <file>       writes the figures
  --compare <file>    compares with the figures of an earlier run
  --svg <file>        draws the figures
  --document <file>   writes the figures between the marks of this document
  --from <file>       measures nothing, but shows, draws or writes these figures
  --smoke             only shows that every part answers right`;

function chosen(parts: readonly Part[], names: readonly string[]): readonly Part[] {
  if (names.length === 0) return parts;
  return names.map((wanted) => {
    const part = parts.find(({ name }) => name === wanted);
    if (part === undefined) throw new Error(`there is no part ${wanted}; see --help`);
    return part;
  });
}

function sizes(text: string): ScaleName[] {
  const names = text.split(",");
  const wrong = names.find((name) => !(name in scales));
  if (wrong !== undefined) throw new Error(`--scale ${wrong}: it is 10k, 100k or 1m`);
  return names as ScaleName[];
}

/** Reads the arguments; undefined when they ask for help. */
export function readOptions(parts: readonly Part[], args: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      scale: { type: "string", default: "10k" },
      rounds: { type: "string", default: "5" },
      keep: { type: "boolean", default: false },
      smoke: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      template: { type: "string" },
      binary: { type: "string" },
      json: { type: "string" },
      compare: { type: "string" },
      svg: { type: "string" },
      document: { type: "string" },
      from: { type: "string" },
    },
  });
  if (values.help) return undefined;
  const { scale, rounds, template, binary, json, compare, svg, document, from } = values;
  const { keep, smoke } = values;
  return {
    parts: chosen(parts, positionals),
    scales: sizes(scale),
    rounds: smoke ? 1 : Number(rounds),
    ...{ keep, smoke, template, binary, json, compare, svg, document, from },
  };
}
