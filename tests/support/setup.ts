import { setDefaultTimeout } from "bun:test";

/** The first test of a run that asks for a database also pays for starting the server. */
setDefaultTimeout(20_000);

process.env.TZ = "UTC";
