/** A JSON object as the provider writes it. */
export type Body = Record<string, unknown>;

/** Parts that `append_to_response` can request; each is made only if it is requested. */
export type Parts = Readonly<Record<string, () => Body>>;

/** Adds the requested parts to `body`; unknown parts are ignored, as by the provider. */
export function withParts(body: Body, parts: Parts, requested: ReadonlySet<string>): Body {
  const appended = Object.entries(parts)
    .filter(([name]) => requested.has(name))
    .map(([name, make]) => [name, make()]);
  return { ...body, ...Object.fromEntries(appended) };
}
