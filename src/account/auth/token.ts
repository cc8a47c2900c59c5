import { jwt } from "@elysiajs/jwt";
import { ApiError } from "~/http/errors";

/** `current` signs and verifies, `previous` only verify, so that a key can be changed without log-outs. */
export type SecretKey = { current: string; previous: readonly string[] };

/** Whom a token speaks for; `token_version` has to be the account's own (M143). */
export type TokenSubject = { user_id: string; token_version: number };

const service = "media-catalog";
const longestToken = 1_024;
const longestLifetimeSeconds = 30 * 24 * 3_600;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const bearer = /^Bearer (.+)$/i;

/** All the plugin can check; each of them is off unless asked for (RELIABILITY T13). */
const required = {
  algorithms: ["HS256"],
  typ: "JWT",
  issuer: service,
  audience: service,
  requiredClaims: ["sub", "iat", "exp", "iss", "aud", "jti", "tv"],
  maxTokenAge: longestLifetimeSeconds,
  clockTolerance: 30,
};

type Claims = Record<string, unknown>;

const challenge = { headers: { "www-authenticate": "Bearer" } };

/** The refusal of a token that is not sound, or no longer stands for an account (S7). */
export const invalidToken = () => new ApiError("invalid_token", challenge);

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
/** What the column token_version can hold. */
const isVersion = (value: unknown): value is number =>
  isWhole(value) && value >= 0 && value < 2 ** 31;

/** A part of a token as a JSON object; undefined unless it is spelled in the only canonical way. */
function decoded(part: string | undefined): Claims | undefined {
  const bytes = Buffer.from(part ?? "", "base64url");
  if (part === undefined || bytes.toString("base64url") !== part) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === "object" && value !== null ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

/** The claims, nothing proved yet, of a text in the form of our tokens: header exactly {alg, typ}. */
function claimsOf(token: string): Claims | undefined {
  const [head, body, signature, ...more] = token.split(".");
  if (token.length > longestToken || signature === undefined || more.length > 0) return undefined;
  if (Buffer.from(signature, "base64url").toString("base64url") !== signature) return undefined;
  const header = decoded(head);
  if (header?.alg !== "HS256" || header.typ !== "JWT") return undefined;
  return Object.keys(header).length === 2 ? decoded(body) : undefined;
}

type Read = { subject: TokenSubject; iat: number; exp: number };

/** What the plugin's options leave open: an audience in a list, a subject of any shape. */
function read({ sub, aud, jti, tv, iat, exp }: Claims): Read | undefined {
  if (aud !== service || typeof jti !== "string" || !isVersion(tv)) return undefined;
  if (typeof sub !== "string" || !uuid.test(sub)) return undefined;
  if (!isWhole(iat) || !isWhole(exp)) return undefined;
  return { subject: { user_id: sub, token_version: tv }, iat, exp };
}

/** Signs and verifies the access tokens of the service (M140 to M143). */
export class Tokens {
  readonly expiresIn: number;
  readonly #signing: ReturnType<typeof signer>;
  readonly #verifying: readonly ReturnType<typeof signer>[];

  constructor({ current, previous }: SecretKey, ttlSeconds: number) {
    this.expiresIn = ttlSeconds;
    this.#signing = signer(current);
    this.#verifying = [this.#signing, ...previous.map(signer)];
  }

  sign({ user_id, token_version }: TokenSubject): Promise<string> {
    return this.#signing.sign({
      sub: user_id,
      jti: crypto.randomUUID(),
      tv: token_version,
      exp: Math.floor(Date.now() / 1_000) + this.expiresIn,
    });
  }

  /**
   * Whom the Authorization header of a request speaks for. Throws 401 `not_authenticated` without a
   * bearer token, `token_expired` for one that would be valid if it were younger, `invalid_token` else.
   */
  async subject(authorization: string | null): Promise<TokenSubject> {
    const token = bearer.exec(authorization ?? "")?.[1];
    if (token === undefined) throw new ApiError("not_authenticated", challenge);
    const claims = claimsOf(token);
    const found = claims && read(claims);
    if (found === undefined) throw invalidToken();
    if (await this.#isValid(token, new Date())) return found.subject;
    const isOver = found.exp * 1_000 < Date.now();
    if (isOver && (await this.#isValid(token, new Date(found.iat * 1_000)))) {
      throw new ApiError("token_expired", challenge);
    }
    throw invalidToken();
  }

  /** Whether one of the keys signed the token and its claims were right at this moment. */
  async #isValid(token: string, currentDate: Date): Promise<boolean> {
    for (const { verify } of this.#verifying) {
      if ((await verify(token, { ...required, currentDate })) !== false) return true;
    }
    return false;
  }
}

/** The plugin on one key, used without a request around it. */
const signer = (secret: string) =>
  jwt({ name: "jwt", secret, alg: "HS256", typ: "JWT", iss: service, aud: service }).decorator.jwt;
