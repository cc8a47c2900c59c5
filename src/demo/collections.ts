/** A collection and its movies in the order its body lists them, which is not always that of their dates. */
export type CollectionFacts = {
  id: number;
  name: string;
  overview: string;
  parts: readonly number[];
  art: boolean;
};

/** The collections the demo serves. */
export const collections: readonly CollectionFacts[] = [
  {
    id: 10,
    name: "Star Wars Collection",
    overview: "One family, a long time and two suns.",
    parts: [11, 1891, 1892, 1893, 1894, 1895],
    art: true,
  },
  {
    id: 119,
    name: "The Lord of the Rings Collection",
    overview: "There and further, in three parts.",
    parts: [120, 121, 122],
    art: true,
  },
  {
    id: 2344,
    name: "The Matrix Collection",
    overview: "",
    parts: [9100901, 624860, 605, 604, 603],
    art: false,
  },
  {
    id: 10194,
    name: "Toy Story Collection",
    overview: "What toys do when the door closes.",
    parts: [862, 863, 10193, 301528],
    art: true,
  },
];

/** Collections a movie belongs to that the demo does not serve. */
export const collectionsBeyond: ReadonlyMap<number, string> = new Map([
  [230, "The Godfather Collection"],
  [263, "The Dark Knight Collection"],
  [556, "Spider-Man Collection"],
  [8091, "Alien Collection"],
  [477962, "It Collection"],
  [726871, "Dune Collection"],
]);
