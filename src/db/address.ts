/** Where a database is: a connection URL, or the unix socket of the embedded server. */
export type DatabaseAddress = { url: string } | { path: string; user: string; database: string };
