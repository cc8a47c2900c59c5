/** Queries of every combination of filters and orders that a listing of titles takes, on early and later pages. */
export function shapesOf(kind: "movies" | "series"): string[] {
  const dates = kind === "movies" ? "release_date" : "first_air_date";
  const fields = ["popularity", dates, "rating", kind === "movies" ? "title" : "name"];
  const sorts = fields.flatMap((field) => [`${field}.asc`, `${field}.desc`]);
  const filters = [
    ["", "&genre=GENRE"],
    ["", "&year=1999"],
    ["", "&status=planned"],
    ["", "&keyword=heist", `&keyword=keyword_${"0".repeat(31)}1`],
    ["", "&vote_count_gte=3"],
    ["", "&page=2"],
  ];
  const combined = filters.reduce<string[]>(
    (queries, choices) => queries.flatMap((query) => choices.map((choice) => query + choice)),
    [""],
  );
  return sorts.flatMap((sort) => combined.map((query) => `/${kind}?sort_by=${sort}${query}`));
}
