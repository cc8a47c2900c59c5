import type { RawOptions } from "../../support/client";

export const typed = "Content-Type: application/json";
export const login = "/api/v1/auth/login";

/** A request for a socket of its own. */
export type Call = [method: string, target: string, how: RawOptions];

/** Calls of the group "auth" of every outcome, with the status of those that are not limited. */
export const calls: Record<string, [passed: number, Call]> = {
  "a good call": [200, ["POST", login, { headers: [typed], body: '{"id":1}' }]],
  "wrong credentials": [401, ["POST", "/api/v1/auth/wrong", {}]],
  "an invalid body": [422, ["POST", login, { headers: [typed], body: "{}" }]],
  "bad JSON": [400, ["POST", login, { headers: [typed], body: "{" }]],
  "an unknown path": [404, ["GET", "/api/v1/auth/nothing", {}]],
  "a path that cannot be decoded": [404, ["GET", "/api/v1/auth/%ff", {}]],
  "a 401 thrown before validation": [401, ["GET", "/api/v1/auth/me", {}]],
  "a wrong method": [405, ["PUT", login, {}]],
  OPTIONS: [405, ["OPTIONS", login, {}]],
  HEAD: [401, ["HEAD", "/api/v1/auth/me", {}]],
  "a body that is too large": [413, ["POST", login, { headers: [typed], body: "x".repeat(2_000) }]],
  "another content type": [415, ["POST", login, { body: "x" }]],
  "a short host": [404, ["GET", "/api/v1/auth/nothing", { host: "x" }]],
};
