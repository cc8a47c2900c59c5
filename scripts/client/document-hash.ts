/** The line that says of which OpenAPI document the types of the client are: its text by its SHA-256. */
export const documentHash = (text: string): string =>
  `docs/openapi.json, SHA-256 ${new Bun.CryptoHasher("sha256").update(text).digest("hex")}`;
