/** What a check found: all right, worth a look, or a problem with what to do about it. */
export type Finding = { ok: boolean; isWarning?: true; subject: string; text: string };

export const fine = (subject: string, text: string): Finding => ({ ok: true, subject, text });

export const problem = (subject: string, text: string): Finding => ({ ok: false, subject, text });

/** Something that may be meant so. */
export const warning = (subject: string, text: string): Finding => ({
  ok: true,
  isWarning: true,
  subject,
  text,
});

/** A line for people: `problem  migrations  2 are pending: run media-catalog migrate`. */
export const lineOf = ({ ok, isWarning, subject, text }: Finding): string => {
  const verdict = isWarning ? "warning" : ok ? "ok     " : "problem";
  return `${verdict}  ${subject.padEnd(12)}  ${text}`;
};
