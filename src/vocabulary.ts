/** All closed lists of words. Tables, models, filters and the OpenAPI document use these. */

/** The kinds of records that have a public id, such as `movie_…`. */
export const idKinds = [
  "user",
  "movie",
  "series",
  "season",
  "episode",
  "person",
  "company",
  "collection",
  "genre",
  "keyword",
  "credit",
  "artwork",
  "video",
  "provider",
  "job",
  "import",
] as const;
export type IdKind = (typeof idKinds)[number];

/** The kinds of records that are removed when the provider no longer has them. */
export const removableKinds = ["movie", "series", "person", "collection"] as const;
export type RemovableKind = (typeof removableKinds)[number];

export const titleKinds = ["movie", "series"] as const;
export type TitleKind = (typeof titleKinds)[number];

export const providers = ["tmdb"] as const;
export type ProviderName = (typeof providers)[number];

export const movieStatuses = [
  "rumored",
  "planned",
  "in_production",
  "post_production",
  "released",
  "canceled",
] as const;
export type MovieStatus = (typeof movieStatuses)[number];

export const seriesStatuses = [
  "returning_series",
  "planned",
  "in_production",
  "ended",
  "canceled",
  "pilot",
] as const;
export type SeriesStatus = (typeof seriesStatuses)[number];

export const companyTypes = ["production_company", "network"] as const;
export type CompanyType = (typeof companyTypes)[number];

export const releaseTypes = ["premiere", "theatrical", "digital", "physical", "tv"] as const;
export type ReleaseType = (typeof releaseTypes)[number];

/** How a title can be watched, in the provider's words; streaming is flatrate, free and ads together. */
export const monetizations = ["flatrate", "free", "ads", "rent", "buy"] as const;
export type Monetization = (typeof monetizations)[number];

export const creditTypes = ["cast", "crew", "creator"] as const;
export type CreditType = (typeof creditTypes)[number];

export const episodeCreditTypes = ["guest_star", "crew"] as const;
export type EpisodeCreditType = (typeof episodeCreditTypes)[number];

export const artworkTypes = ["poster", "backdrop", "logo", "profile", "still"] as const;
export type ArtworkType = (typeof artworkTypes)[number];

/** What artwork can belong to. */
export const artworkOwners = [
  "movie",
  "series",
  "season",
  "episode",
  "person",
  "company",
  "collection",
  "watch_provider",
] as const;
export type ArtworkOwner = (typeof artworkOwners)[number];

export const genders = ["female", "male", "non_binary"] as const;
export type Gender = (typeof genders)[number];

export const trendingWindows = ["day", "week"] as const;
export type TrendingWindow = (typeof trendingWindows)[number];

/** The kinds of records that are fetched again. */
export const refreshedKinds = ["movie", "series", "season", "collection", "person"] as const;
export type RefreshedKind = (typeof refreshedKinds)[number];

/** What can be fetched from the provider and stored. */
export const ingestedKinds = [...refreshedKinds, "trending"] as const;
export type IngestedKind = (typeof ingestedKinds)[number];

export const jobKinds = [...ingestedKinds, "reindex", "changes", "find"] as const;
export type JobKind = (typeof jobKinds)[number];

/** What a file of ids can name. */
export const importKinds = ["movie", "series", "person", "collection"] as const;
export type ImportKind = (typeof importKinds)[number];

export const importStatuses = ["running", "paused", "canceled", "finished"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** The kinds of entities whose changes the feed tells, in the order in which one commit is numbered. */
export const changeKinds = [
  "keyword",
  "company",
  "provider",
  "person",
  "collection",
  "movie",
  "series",
  "season",
  "episode",
  "trending",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The kinds of entities that a reference can name, in the order of answers. */
export const referenceKinds = [
  "movie",
  "series",
  "season",
  "episode",
  "person",
  "collection",
  "company",
  "keyword",
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** What a reference led to; one that several live records carry is ambiguous. */
export const referenceStatuses = ["found", "removed", "missing", "ambiguous"] as const;
export type ReferenceStatus = (typeof referenceStatuses)[number];

/** Where the ids of references come from. The provider numbers networks apart from other companies. */
export const externalSources = [
  "tmdb",
  "tmdb_network",
  "imdb",
  "tvdb",
  "wikidata",
  "facebook",
  "instagram",
  "twitter",
  "tiktok",
  "youtube",
] as const;
export type ExternalSource = (typeof externalSources)[number];

/** What about an entity can change, in the order of answers. The place in this list is stored: only append. */
export const changeGroups = [
  "names",
  "dates",
  "facts",
  "audience",
  "external_ids",
  "genres",
  "keywords",
  "companies",
  "collection",
  "credits",
  "artwork",
  "videos",
  "release_dates",
  "offerings",
  "recommendations",
  "translations",
  "seasons",
  "members",
  "ranking",
  "lifecycle",
] as const;
export type ChangeGroup = (typeof changeGroups)[number];

/** Whether an entity is there, hidden because the provider removed it, or deleted from the catalog. */
export const lifecycleStates = ["live", "removed", "deleted"] as const;
export type LifecycleState = (typeof lifecycleStates)[number];

/** How fresh a record is kept; the first that fits counts. */
export const refreshTiers = ["airing", "current", "popular", "rest"] as const;
export type RefreshTier = (typeof refreshTiers)[number];

/** Who requested a job; of the jobs that are due, the lowest number is claimed first. */
export const jobPriorities = { operator: 0, planner: 10, import: 20 } as const;
export type JobPriority = (typeof jobPriorities)[keyof typeof jobPriorities];

export const jobStatuses = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/**
 * The state of the search index in Meilisearch. `waiting`: it has never been filled; `failing`:
 * Meilisearch cannot be used, and PostgreSQL alone answers searches.
 */
export const searchIndexStates = ["waiting", "failing", "rebuilding", "ready"] as const;
export type SearchIndexState = (typeof searchIndexStates)[number];

/** The fixed genres, with the same ids on every installation; a migration inserts them. */
export const genres = [
  { id: "01980000-0000-7000-8000-000000000001", name: "Action" },
  { id: "01980000-0000-7000-8000-000000000002", name: "Adventure" },
  { id: "01980000-0000-7000-8000-000000000003", name: "Animation" },
  { id: "01980000-0000-7000-8000-000000000004", name: "Comedy" },
  { id: "01980000-0000-7000-8000-000000000005", name: "Crime" },
  { id: "01980000-0000-7000-8000-000000000006", name: "Documentary" },
  { id: "01980000-0000-7000-8000-000000000007", name: "Drama" },
  { id: "01980000-0000-7000-8000-000000000008", name: "Family" },
  { id: "01980000-0000-7000-8000-000000000009", name: "Fantasy" },
  { id: "01980000-0000-7000-8000-00000000000a", name: "History" },
  { id: "01980000-0000-7000-8000-00000000000b", name: "Horror" },
  { id: "01980000-0000-7000-8000-00000000000c", name: "Music" },
  { id: "01980000-0000-7000-8000-00000000000d", name: "Mystery" },
  { id: "01980000-0000-7000-8000-00000000000e", name: "Reality" },
  { id: "01980000-0000-7000-8000-00000000000f", name: "Romance" },
  { id: "01980000-0000-7000-8000-000000000010", name: "Science Fiction" },
  { id: "01980000-0000-7000-8000-000000000011", name: "Thriller" },
  { id: "01980000-0000-7000-8000-000000000012", name: "TV Movie" },
  { id: "01980000-0000-7000-8000-000000000013", name: "War" },
  { id: "01980000-0000-7000-8000-000000000014", name: "Western" },
] as const;
export type GenreName = (typeof genres)[number]["name"];

/** Why a job failed or is waiting. */
export const jobErrorCodes = [
  "provider_not_found",
  "provider_unauthorized",
  "provider_rate_limited",
  "provider_unavailable",
  "provider_payload_invalid",
  "series_not_ingested",
  "worker_lost",
  "internal_error",
] as const;
export type JobErrorCode = (typeof jobErrorCodes)[number];
