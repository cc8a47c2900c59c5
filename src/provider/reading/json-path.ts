/** Where a value stands in a body, innermost key first; null is the body itself. */
export type Place = { readonly within: Place | null; readonly key: string | number };

/** As people write it: `credits.cast[12].id`. Built only when there is something to say. */
export function pathOf(place: Place | null): string {
  if (place === null) return "";
  const outer = pathOf(place.within);
  if (typeof place.key === "number") return `${outer}[${place.key}]`;
  return outer === "" ? place.key : `${outer}.${place.key}`;
}

/** The key of the whole body under which a value stands, for example `credits`. */
export function partOf(place: Place | null): string {
  if (place === null) return "";
  return place.within === null ? String(place.key) : partOf(place.within);
}
