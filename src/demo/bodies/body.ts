/** A JSON object as the provider writes it. */
export type Body = Record<string, unknown>;

/** Parts that `append_to_response` can ask for, each made only when asked. */
export type Parts = Readonly<Record<string, () => Body>>;

/** `body` with the asked parts of `parts`; an unknown part is ignored, as the provider does. */
export function withParts(body: Body, parts: Parts, asked: ReadonlySet<string>): Body {
  const appended = Object.entries(parts)
    .filter(([name]) => asked.has(name))
    .map(([name, make]) => [name, make()]);
  return { ...body, ...Object.fromEntries(appended) };
}
