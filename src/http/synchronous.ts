/**
 * A hook that never returns a promise. Elysia guesses that from the text of a hook, and guesses wrong once the
 * text is minified; one hook that it takes for asynchronous makes the handling of every request so.
 */
export const synchronous = <Hook extends (context: never) => unknown>(fn: Hook): Hook =>
  ({ fn, isAsync: false }) as unknown as Hook;

/**
 * The same for a hook that takes the context whole. Elysia reads from the text of its hooks which parts of a
 * request they use, and for one that hands the context on it prepares all parts: for every route it would read
 * cookies and copy the headers of the request and the response. The text of a bound function says nothing;
 * other hooks name the parts that they need.
 */
export const withWholeContext = <Hook extends (context: never) => unknown>(fn: Hook): Hook =>
  synchronous(fn.bind(undefined) as Hook);
