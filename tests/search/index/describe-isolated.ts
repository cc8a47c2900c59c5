import { describe } from "bun:test";
import { isRealServer } from "./indexed-catalog";

/**
 * `describe` for tests with a catalog each. They run concurrently with doubles, but not with a real
 * server, where the tasks of all wait in one queue.
 */
export const describeIsolated = isRealServer ? describe : describe.concurrent;
