import { describe, expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import {
  sourceFiles as files,
  importPattern,
  importsOf,
  sourceText,
  testFiles,
  testText,
} from "./support/source";

/** Ground floor first. A file imports from its own room or from a lower floor, never sideways, never up. */
const floors = [
  ["edit-distance"],
  ["vocabulary", "bounds", "config", "assets", "version", "log", "wake-signal", "time-limit"],
  ["db", "provider", "demo"],
  ["http", "jobs", "positions", "changes"],
  ["catalog", "workers", "metrics", "refresh", "imports"],
  ["search", "account"],
  ["ingest"],
  ["admin", "pages"],
  ["deps"],
  ["app", "worker"],
  ["commands", "thread"],
  ["main"],
];

/** What a folder inside a room may use besides itself and the files that lie directly in the room. */
const shared: Record<string, string[]> = {
  // What movies and series have in common, one by one and in lists; how any record is named, translated and read.
  "catalog/*": [
    "catalog/titles",
    "catalog/listing",
    "catalog/language",
    "catalog/records",
    "catalog/references",
    // What any record may bring along.
    "catalog/translations",
    "catalog/artwork",
    "catalog/provenance",
  ],
  // Records of all kinds together: by ids of other databases, and many at once.
  "catalog/entities": [
    "catalog/collections",
    "catalog/companies",
    "catalog/keywords",
    "catalog/movies",
    "catalog/people",
    "catalog/series",
  ],
  // /movies/trending and /series/trending lie under the prefix of their kind.
  "catalog/movies": ["catalog/trending"],
  "catalog/series": ["catalog/trending"],
  "account/*": ["account/auth"],
  // What movies and series have in common.
  "ingest/*": ["ingest/titles"],
  // A movie names the collection it belongs to.
  "ingest/movies": ["ingest/collections"],
  // A ranking names titles of both kinds and ingests those that are missing.
  "ingest/trending": ["ingest/movies", "ingest/series"],
};

const roomOf = (path: string) => path.split("/")[0]?.replace(/\.ts$/, "") ?? path;
const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));
const folderOf = (path: string) => path.split("/").slice(0, -1).join("/");
const pairs = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));
const isLong = (text: string) => text.trimEnd().split("\n").length > 250;
const describeImport = ({ file, target }: { file: string; target: string }) =>
  `${file} imports ${target}`;

describe("the floors of src/", () => {
  test("every file lies in a known room", () => {
    expect(files.filter((file) => floorOf(roomOf(file)) < 0)).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  test("imports only ever point downstairs", () => {
    const climbing = pairs.filter(({ file, target }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      if (target.startsWith("..")) return false;
      return from !== to && (floorOf(to) < 0 || floorOf(to) >= floorOf(from));
    });
    expect(climbing.map(describeImport)).toEqual([]);
    expect(pairs.length).toBeGreaterThan(300);
  });

  test("no import climbs with ../, except to files of the project's root", () => {
    const climbing = files.flatMap((file) =>
      [...sourceText(file).matchAll(importPattern)]
        .map(([, module = ""]) => module)
        .filter((module) => module.startsWith("../"))
        .filter((module) => normalize(join(dirname(file), module)) !== "../package.json")
        .map((target) => describeImport({ file, target })),
    );
    expect(climbing).toEqual([]);
  });

  test("folders inside catalog/, account/ and ingest/ do not import each other", () => {
    const sideways = pairs.filter(({ file, target }) => {
      const [from, to] = [folderOf(file), folderOf(target)];
      const room = roomOf(file);
      if (!["catalog", "account", "ingest"].includes(room) || room !== roomOf(target)) return false;
      const allowed = [from, room, ...(shared[`${room}/*`] ?? []), ...(shared[from] ?? [])];
      return from !== room && !allowed.includes(to);
    });
    expect(sideways.map(describeImport)).toEqual([]);
  });

  test("the catalog reads: only ingest and account write", () => {
    const writing = files.filter(
      (file) =>
        file.startsWith("catalog/") &&
        // Not what a private Set or Map forgets.
        /(?<!#\w+)\.(insert|update|delete)\(|\b(insert into|delete from|truncate)\b/i.test(
          sourceText(file),
        ),
    );
    expect(writing).toEqual([]);
  });

  test("the environment is read by the configuration and by commands alone", () => {
    const reading = files.filter((file) => /process\.env|Bun\.env/.test(sourceText(file)));
    expect(reading.filter((file) => !/^(config\.ts|commands\/)/.test(file))).toEqual([]);
  });

  test("no file is longer than 250 lines", () => {
    expect(files.filter((file) => isLong(sourceText(file)))).toEqual([]);
  });

  test("files are named after a thing, in kebab-case", () => {
    const banned = /(^|\/)(utils?|helpers?|common|base|misc|manager|service|types|index)\.ts$/;
    const odd = files.filter((file) => banned.test(file) || !/^[a-z0-9/-]+\.ts$/.test(file));
    // drizzle wants all tables in one module; http/ is used as one thing, in one order.
    expect(odd).toEqual(["db/schema/index.ts", "http/index.ts"]);
  });
});

test("no file below tests/ is longer than 250 lines", () => {
  expect(testFiles.filter((file) => isLong(testText(file)))).toEqual([]);
  expect(testFiles.length).toBeGreaterThan(100);
});
