import { bounds } from "~/bounds";
import { ProviderError } from "~/provider/http/errors";
import { Room } from "./budget";
import { Fields } from "./fields";
import type { Warnings } from "./warnings";

/** Opens a whole body for reading; what is wrong in it goes to `warnings`. */
export const openBody = (body: Record<string, unknown>, warnings: Warnings): Fields =>
  new Fields(body, { warnings, characters: new Room(bounds.characters) }, null);

/** The body's own id. Throws `provider_payload_invalid` when it has none. */
export function requireId(body: Fields): number {
  return body.id("id") ?? lacks("id");
}

/** Warns when the body is about another id: identity stays the id asked for. */
export function confirmId(body: Fields, asked: number): void {
  const id = requireId(body);
  if (id !== asked) body.warn("id", `the answer is about ${id}, not ${asked}`);
}

/** A title or name no record can be without. Throws `provider_payload_invalid` when it is not there. */
export function requireName(body: Fields, key: string, length?: number): string {
  return body.name(key, length) ?? lacks(key);
}

function lacks(key: string): never {
  throw new ProviderError(
    "provider_payload_invalid",
    `The provider's answer has no usable "${key}"; it is not the object asked for.`,
  );
}
