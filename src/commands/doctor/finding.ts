/** The result of a check: fine, a warning, or a problem with its remedy. */
export type Finding = { ok: boolean; isWarning?: true; subject: string; text: string };

export const fine = (subject: string, text: string): Finding => ({ ok: true, subject, text });

export const problem = (subject: string, text: string): Finding => ({ ok: false, subject, text });

/** Something that may be intended. */
export const warning = (subject: string, text: string): Finding => ({
  ok: true,
  isWarning: true,
  subject,
  text,
});

/** One line of output: `problem  migrations  some are pending: run media-catalog migrate`. */
export const lineOf = ({ ok, isWarning, subject, text }: Finding): string => {
  const verdict = isWarning ? "warning" : ok ? "ok     " : "problem";
  return `${verdict}  ${subject.padEnd(12)}  ${text}`;
};
