import { demoProvider } from "~/demo/provider";

export const today = "2026-11-21";

/** What can be asked along, by the provider's kind of path. */
export const appends = {
  movie: [
    "alternative_titles",
    "credits",
    "external_ids",
    "images",
    "keywords",
    "recommendations",
    "release_dates",
    "translations",
    "videos",
    "watch/providers",
  ],
  tv: [
    "aggregate_credits",
    "alternative_titles",
    "content_ratings",
    "credits",
    "external_ids",
    "images",
    "keywords",
    "recommendations",
    "translations",
    "videos",
    "watch/providers",
  ],
  season: ["external_ids", "images", "translations", "videos"],
  collection: ["images", "translations"],
  person: ["external_ids", "images", "translations"],
};

/** An open JSON object; reading a wrong member shows up as undefined in an assertion. */
export type Json = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | Json;

/** The raw answer of the demo provider on `day`. */
export async function ask(path: string, asked: readonly string[] = [], day = today) {
  const query = asked.length === 0 ? "" : `?append_to_response=${asked.join(",")}`;
  const response = await demoProvider({ today: day })(
    new Request(`http://demo.invalid/3${path}${query}`),
  );
  return { status: response.status, text: await response.text() };
}

/** The answer as JSON; fails loudly unless it is a 200. */
export async function askJson(path: string, asked: readonly string[] = []): Promise<Json> {
  const { status, text } = await ask(path, asked);
  if (status !== 200) {
    throw new Error(`${path} answered ${status}`);
  }
  return JSON.parse(text);
}

export function objects(value: JsonValue | undefined): Json[] {
  if (!Array.isArray(value)) {
    throw new Error("Not a list");
  }
  return value.filter(
    (item): item is Json => typeof item === "object" && item !== null && !Array.isArray(item),
  );
}

export function object(value: JsonValue | undefined): Json {
  const [first] = objects([value ?? null]);
  if (first === undefined) {
    throw new Error("Not an object");
  }
  return first;
}
