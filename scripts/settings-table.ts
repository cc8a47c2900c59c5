import { settings } from "~/config/settings";

/** Every setting as a row of the README's table. */
export function settingsTable(): string {
  const rows = settings.map(({ name, meaning, ...rest }) => {
    const fallback = "default" in rest ? `\`${rest.default}\`` : "unset";
    return `| \`${name}\` | ${fallback} | ${meaning} |`;
  });
  return ["| Setting | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}
