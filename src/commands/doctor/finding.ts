/** What a check found: all right, or a problem with what to do about it. */
export type Finding = { ok: boolean; subject: string; text: string };

export const fine = (subject: string, text: string): Finding => ({ ok: true, subject, text });

export const problem = (subject: string, text: string): Finding => ({ ok: false, subject, text });

/** A line for people: `problem  migrations  2 are pending: run media-catalog migrate`. */
export const lineOf = ({ ok, subject, text }: Finding): string =>
  `${ok ? "ok     " : "problem"}  ${subject.padEnd(12)}  ${text}`;
