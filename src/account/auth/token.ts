import { jwt } from "@elysiajs/jwt";
import { ApiError } from "~/http/errors";

/** `current` signs and verifies; `previous` only verify, so that a new key logs nobody out. */
export type SecretKey = { current: string; previous: readonly string[] };

/** The account of a token; `token_version` must be the account's current one. */
export type TokenSubject = { user_id: string; token_version: number };

const service = "media-catalog";
const maxTokenLength = 1_024;
const maxLifetimeSeconds = 30 * 24 * 3_600;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const bearer = /^Bearer (.+)$/i;

/** Everything that the plugin can check; each check is off by default. */
const required = {
  algorithms: ["HS256"],
  typ: "JWT",
  issuer: service,
  audience: service,
  requiredClaims: ["sub", "iat", "exp", "iss", "aud", "jti", "tv"],
  maxTokenAge: maxLifetimeSeconds,
  clockTolerance: 30,
};

type Claims = Record<string, unknown>;

const challenge = { headers: { "www-authenticate": "Bearer" } };

/** The error for a token that is invalid or whose account no longer accepts it. */
export const invalidToken = () => new ApiError("invalid_token", challenge);

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
/** A value that the column token_version can hold. */
const isVersion = (value: unknown): value is number =>
  isInteger(value) && value >= 0 && value < 2 ** 31;

/** A part of a token as a JSON object; undefined unless its base64url spelling is canonical. */
function decodePart(part: string | undefined): Claims | undefined {
  const bytes = Buffer.from(part ?? "", "base64url");
  if (part === undefined || bytes.toString("base64url") !== part) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === "object" && value !== null ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

/** The unverified claims of a text that has the form of our tokens: the header is exactly {alg, typ}. */
function parseClaims(token: string): Claims | undefined {
  const [head, body, signature, ...more] = token.split(".");
  if (token.length > maxTokenLength || signature === undefined || more.length > 0) return undefined;
  if (Buffer.from(signature, "base64url").toString("base64url") !== signature) return undefined;
  const header = decodePart(head);
  if (header?.alg !== "HS256" || header.typ !== "JWT") return undefined;
  return Object.keys(header).length === 2 ? decodePart(body) : undefined;
}

type CheckedClaims = { subject: TokenSubject; iat: number; exp: number };

/** Checks what the plugin does not: that the audience is no list, and the form of the subject. */
function checkClaims({ sub, aud, jti, tv, iat, exp }: Claims): CheckedClaims | undefined {
  if (aud !== service || typeof jti !== "string" || !isVersion(tv)) return undefined;
  if (typeof sub !== "string" || !uuid.test(sub)) return undefined;
  if (!isInteger(iat) || !isInteger(exp)) return undefined;
  return { subject: { user_id: sub, token_version: tv }, iat, exp };
}

/** Signs and verifies access tokens: JWTs with HS256. */
export class Tokens {
  readonly expiresIn: number;
  readonly #signing: ReturnType<typeof signer>;
  readonly #verifying: readonly ReturnType<typeof signer>[];

  constructor({ current, previous }: SecretKey, ttlSeconds: number) {
    this.expiresIn = ttlSeconds;
    this.#signing = signer(current);
    this.#verifying = [this.#signing, ...previous.map(signer)];
  }

  /** A new token for this account. */
  sign({ user_id, token_version }: TokenSubject): Promise<string> {
    return this.#signing.sign({
      sub: user_id,
      jti: crypto.randomUUID(),
      tv: token_version,
      exp: Math.floor(Date.now() / 1_000) + this.expiresIn,
    });
  }

  /**
   * The account of an Authorization header. Throws 401: `not_authenticated` without a bearer token,
   * `token_expired` for a token that was valid until it expired, otherwise `invalid_token`.
   */
  async subject(authorization: string | null): Promise<TokenSubject> {
    const token = bearer.exec(authorization ?? "")?.[1];
    if (token === undefined) throw new ApiError("not_authenticated", challenge);
    const claims = parseClaims(token);
    const checked = claims && checkClaims(claims);
    if (checked === undefined) throw invalidToken();
    if (await this.#isValid(token, new Date())) return checked.subject;
    const isExpired = checked.exp * 1_000 < Date.now();
    if (isExpired && (await this.#isValid(token, new Date(checked.iat * 1_000)))) {
      throw new ApiError("token_expired", challenge);
    }
    throw invalidToken();
  }

  /** Whether one of the keys signed the token and its claims are valid at this time. */
  async #isValid(token: string, currentDate: Date): Promise<boolean> {
    for (const { verify } of this.#verifying) {
      if ((await verify(token, { ...required, currentDate })) !== false) return true;
    }
    return false;
  }
}

/** The plugin with one key, used outside a request. */
const signer = (secret: string) =>
  jwt({ name: "jwt", secret, alg: "HS256", typ: "JWT", iss: service, aud: service }).decorator.jwt;
