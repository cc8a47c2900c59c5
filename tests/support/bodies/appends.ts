const DETAIL =
  /^\/(?:(?:movie|person|collection|company)\/[^/]+|tv\/[^/]+(?:\/season\/\d+(?:\/episode\/\d+)?)?)$/;

/** Keys that a detail body has only when `append_to_response` names them. */
export const APPENDABLE: ReadonlySet<string> = new Set(
  (
    "aggregate_credits alternative_names alternative_titles changes combined_credits content_ratings " +
    "credits episode_groups external_ids images keywords movie_credits movies recommendations " +
    "release_dates tagged_images translations tv_credits videos watch/providers"
  ).split(" "),
);

/** `body` without the appendable parts that `query` did not ask for; other than details stay whole. */
export function asked(path: string, query: Readonly<Record<string, string>>, body: object): object {
  if (!DETAIL.test(path) || Array.isArray(body)) return body;
  const parts = new Set((query.append_to_response ?? "").split(","));
  const kept = Object.entries(body).filter(([key]) => !APPENDABLE.has(key) || parts.has(key));
  return Object.fromEntries(kept);
}
