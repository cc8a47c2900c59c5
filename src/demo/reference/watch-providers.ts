/** Watch providers by the provider's ids. */
export const watchProviderRows = `
  2 Apple TV | 3 Google Play Movies | 8 Netflix | 9 Amazon Prime Video | 10 Amazon Video | 11 MUBI |
  15 Hulu | 29 Sky Go | 38 BBC iPlayer | 39 Now TV | 73 Tubi TV | 103 Channel 4 |
  119 Amazon Prime Video | 191 Kanopy | 212 Hoopla | 234 Arte | 258 Criterion Channel |
  283 Crunchyroll | 298 RTL+ | 300 Pluto TV | 307 Globoplay | 337 Disney Plus | 381 Canal+ |
  386 Peacock Premium | 531 Paramount Plus | 1899 HBO Max
`;
