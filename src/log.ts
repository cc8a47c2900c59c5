type Write = (fields: Record<string, unknown>, message: string) => void;

/** The part of a logger that the service uses; pino's logger fits. */
export type Log = Record<"debug" | "info" | "warn" | "error", Write>;
