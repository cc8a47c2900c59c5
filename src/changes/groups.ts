import type { ChangeGroup, ChangeKind } from "~/vocabulary";

/**
 * The groups in which an entity of each kind can change, in the order of answers. The feed names all of them
 * when an entity came into the catalog. Nothing is stored yet that would be a change of `translations`.
 */
export const groupsOf: Record<ChangeKind, readonly ChangeGroup[]> = {
  keyword: ["names"],
  company: ["names", "facts", "artwork"],
  provider: ["names", "facts", "artwork"],
  person: ["names", "dates", "facts", "audience", "external_ids", "artwork", "lifecycle"],
  collection: ["names", "artwork", "members", "lifecycle"],
  movie: [
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
    "lifecycle",
  ],
  series: [
    "names",
    "dates",
    "facts",
    "audience",
    "external_ids",
    "genres",
    "keywords",
    "companies",
    "credits",
    "artwork",
    "videos",
    "offerings",
    "seasons",
    "lifecycle",
  ],
  season: ["names", "dates", "facts", "audience", "external_ids", "artwork"],
  episode: ["names", "dates", "facts", "audience", "external_ids", "credits", "artwork"],
  trending: ["ranking"],
};
