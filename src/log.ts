type Write = (fields: Record<string, unknown>, message: string) => void;

/** What the service needs of a logger; pino's fits. */
export type Log = Record<"debug" | "info" | "warn" | "error", Write>;
