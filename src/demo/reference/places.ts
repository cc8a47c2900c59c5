/** English names of the countries the demo speaks of, by ISO 3166-1 (SU is the provider's code for the Soviet Union). */
export const countryNames: Readonly<Record<string, string>> = {
  AU: "Australia",
  BR: "Brazil",
  CA: "Canada",
  CH: "Switzerland",
  DE: "Germany",
  ES: "Spain",
  FR: "France",
  GB: "United Kingdom",
  HK: "Hong Kong",
  IE: "Ireland",
  IN: "India",
  IT: "Italy",
  JP: "Japan",
  KR: "South Korea",
  MX: "Mexico",
  NZ: "New Zealand",
  PL: "Poland",
  SU: "Soviet Union",
  US: "United States of America",
};

/** English and own names of the languages, by ISO 639-1 ("cn" is the provider's code for Cantonese). */
export const languageNames: Readonly<Record<string, readonly [english: string, own: string]>> = {
  cn: ["Cantonese", "广州话 / 廣州話"],
  de: ["German", "Deutsch"],
  en: ["English", "English"],
  es: ["Spanish", "Español"],
  fr: ["French", "Français"],
  it: ["Italian", "Italiano"],
  ja: ["Japanese", "日本語"],
  ko: ["Korean", "한국어/조선말"],
  pt: ["Portuguese", "Português"],
  ru: ["Russian", "Pусский"],
};
