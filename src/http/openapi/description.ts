import { catalogAttribution, watchProviderAttribution } from "~/vocabulary/attributions";

/** What the document says about the API as a whole. */
export const description = `Normalized metadata about movies and series.

Ids are opaque and start with the kind of what they name (\`movie_0198…\`). Unknown data is \`null\`, never missing and never an empty string. Times are RFC 3339 in UTC. Unknown query parameters are ignored and listed in \`X-Ignored-Params\`; with \`strict=true\`, or the header \`Prefer: handling=strict\`, they are refused with 422, whatever the path. A country is called \`region\` or \`country\`: where one is a parameter, the other means the same. All errors have the same envelope, with a \`code\` for programs. Every response has an \`X-Request-Id\`. Within v1, new fields, enum values, parameters and operations may appear; clients must tolerate what they do not know.

${catalogAttribution.text} (<${catalogAttribution.url}>)

${watchProviderAttribution.text} (<${watchProviderAttribution.url}>) Show this text before you show any watch providers.`;

/** The ways to show who makes a request. */
export const securitySchemes = {
  account: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access token of an account, from register or login",
  },
  operator: {
    type: "http",
    scheme: "bearer",
    description: "The operator token (SERVICE_ADMIN_TOKEN)",
  },
  operatorHeader: {
    type: "apiKey",
    in: "header",
    name: "X-Admin-Token",
    description: "The operator token, in its own header",
  },
};

/** The description of each tag, in the order of the documentation. */
export const tags: Readonly<Record<string, string>> = {
  Movies: "Lists of movies, and everything about one",
  Series: "Lists of series, and everything about one: seasons, episodes, where to watch it",
  People: "Cast and crew, and the titles they worked on",
  Companies: "Production companies and networks",
  Collections: "Movies that belong together, such as trilogies",
  Genres: "The fixed genres of movies and series",
  Keywords: "The topics of titles",
  References: "Entities by ids of other databases, and many entities at once",
  Search: "One search over titles, people, companies, collections and keywords",
  Changes: "What changed in the catalog since a client last asked, for copies and caches of it",
  Configuration: "What a client needs at its start: image addresses, attributions, enum values",
  Accounts: "Registration, login and the account of a token",
  Ratings: "The ratings of an account; needs its token",
  Watchlist: "The watchlist of an account; needs its token",
  Ingestion: "Jobs that fetch titles from TMDB; for the operator",
  Operation: "The state of the service; for the operator",
  Health: "Whether the service runs and is ready",
};
