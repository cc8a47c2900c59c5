/**
 * A hook that never returns a promise. Elysia guesses that from the text of a hook, and guesses wrong once the
 * text is minified; one hook that it takes for asynchronous makes the handling of every request so.
 */
export const synchronous = <Hook extends (context: never) => unknown>(fn: Hook): Hook =>
  ({ fn, isAsync: false }) as unknown as Hook;
