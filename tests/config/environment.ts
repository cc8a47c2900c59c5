import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, loadConfig } from "~/config";

export const long = (mark: string) => `${mark}-0123456789-0123456789-0123456789`;
export const random = () => long("random");

export const mistakesOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
  }
  return [];
};

export const file = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), "config-")), "secret");
  writeFileSync(path, content);
  return path;
};
