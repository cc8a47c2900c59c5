import { createHmac } from "node:crypto";
import { uuid } from "../catalog/ids";
import { secret } from "./service";

export type Claims = { sub: string; iat: number; exp: number } & Record<string, unknown>;

/** A token of the service and its claims, set by {@link forgeFrom}. */
export let valid = "";
export let claims: Claims;

/** Makes all tokens below of this one. */
export function forgeFrom(token: string): void {
  valid = token;
  claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Claims;
}

export const encoded = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
export const header = { alg: "HS256", typ: "JWT" };

/** A token of these parts, signed as the service signs unless told otherwise. */
export function signed(
  payload: unknown,
  head: unknown = header,
  key = secret,
  hash = "sha256",
): string {
  const text = `${encoded(head)}.${encoded(payload)}`;
  return `${text}.${createHmac(hash, key).update(text).digest("base64url")}`;
}
export const having = (changes: object) => signed({ ...claims, ...changes });
export const lacking = (name: string) =>
  signed(Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name)));
export const now = () => Math.floor(Date.now() / 1_000);
export const parts = () => valid.split(".") as [string, string, string];

/** The same signature with other bits in its last character, which decoders ignore. */
function otherSpelling(): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(valid.at(-1) ?? "");
  return valid.slice(0, -1) + alphabet.charAt(last + 1);
}

/** What a forged token is like, and how it is made. */
export const variants: [string, () => string][] = [
  ["alg none without a signature", () => `${encoded({ alg: "none", typ: "JWT" })}.${parts()[1]}.`],
  ["alg none with the signature", () => signed(claims, { alg: "none", typ: "JWT" })],
  ["alg HS384", () => signed(claims, { alg: "HS384", typ: "JWT" }, secret, "sha384")],
  ["alg HS512", () => signed(claims, { alg: "HS512", typ: "JWT" }, secret, "sha512")],
  ["alg RS256 over an HMAC", () => signed(claims, { alg: "RS256", typ: "JWT" })],
  ["alg hs256", () => signed(claims, { alg: "hs256", typ: "JWT" })],
  ["another key", () => signed(claims, header, "another key of more than 32 characters")],
  ["the key with an end cut off", () => signed(claims, header, secret.slice(0, -1))],
  ["no sub", () => lacking("sub")],
  ["no iat", () => lacking("iat")],
  ["no exp", () => lacking("exp")],
  ["no iss", () => lacking("iss")],
  ["no aud", () => lacking("aud")],
  ["no jti", () => lacking("jti")],
  ["no tv", () => lacking("tv")],
  ["another issuer", () => having({ iss: "another" })],
  ["another audience", () => having({ aud: "another" })],
  ["the audience in a list", () => having({ aud: ["media-catalog"] })],
  ["issued an hour ahead", () => having({ iat: now() + 3_600 })],
  ["issued 31 days ago", () => having({ iat: now() - 31 * 86_400 })],
  ["nbf an hour ahead", () => having({ nbf: now() + 3_600 })],
  ["exp as a text", () => having({ exp: String(claims.exp) })],
  ["exp as a fraction", () => having({ exp: claims.exp + 0.5 })],
  ["typ at+jwt", () => signed(claims, { alg: "HS256", typ: "at+jwt" })],
  ["typ jwt", () => signed(claims, { alg: "HS256", typ: "jwt" })],
  ["no typ", () => signed(claims, { alg: "HS256" })],
  ["kid", () => signed(claims, { ...header, kid: "1" })],
  ["jku", () => signed(claims, { ...header, jku: "https://keys.example/" })],
  ["jwk", () => signed(claims, { ...header, jwk: { kty: "oct", k: encoded(secret) } })],
  ["crit", () => signed(claims, { ...header, crit: ["exp"] })],
  ["b64", () => signed(claims, { ...header, b64: true })],
  ["sub as a number", () => having({ sub: 1 })],
  ["an empty sub", () => having({ sub: "" })],
  ["sub __proto__", () => having({ sub: "__proto__" })],
  ["sub as the public id", () => having({ sub: `user_${claims.sub.replaceAll("-", "")}` })],
  ["sub in upper case", () => having({ sub: claims.sub.toUpperCase() })],
  ["sub without hyphens", () => having({ sub: claims.sub.replaceAll("-", "") })],
  ["sub of nobody", () => having({ sub: uuid(99) })],
  ["another version", () => having({ tv: 1 })],
  ["the version as a text", () => having({ tv: "0" })],
  ["a version no column can hold", () => having({ tv: 2 ** 40 })],
  [
    "claims of another token",
    () => `${parts()[0]}.${encoded({ ...claims, tv: 0 })}x.${parts()[2]}`,
  ],
  ["an empty signature", () => `${parts()[0]}.${parts()[1]}.`],
  ["a padded signature", () => `${valid}=`],
  ["a signature spelled another way", otherSpelling],
  [
    "a signature with a letter changed",
    () => valid.replace(/.(?=.$)/, (c) => (c === "A" ? "B" : "A")),
  ],
  ["two parts", () => `${parts()[0]}.${parts()[1]}`],
  ["four parts", () => `${valid}.${parts()[2]}`],
  ["a space inside", () => valid.replace(".", ". ")],
  ["claims that are a list", () => signed([])],
  ["claims that are null", () => signed("null")],
  ["claims that are no JSON", () => signed("{")],
  ["quotation marks around it", () => `"${valid}"`],
  ["8,000 characters", () => signed({ ...claims, more: "x".repeat(6_000) })],
];
