/** A 24-digit hexadecimal id, the same for the same text on every machine. */
export function hexIdOf(text: string): string {
  return Bun.CryptoHasher.hash("sha1", text, "hex").slice(0, 24);
}

/** A number from 0 (included) to 1 (excluded), the same for the same text on every machine. */
export function fractionOf(text: string): number {
  return Number.parseInt(hexIdOf(text).slice(0, 8), 16) / 0x1_0000_0000;
}

/** A popularity in the provider's range, with four decimals. */
export function popularityOf(text: string, ceiling = 60): number {
  return Math.round((0.4 + fractionOf(`popularity ${text}`) ** 3 * ceiling) * 10_000) / 10_000;
}

/** A number of votes; 0 if the score is 0. */
export function voteCountOf(text: string, score: number, ceiling: number): number {
  return score === 0 ? 0 : Math.floor(40 + fractionOf(`votes ${text}`) * ceiling);
}
