import { itemsOf, partsOf } from "~/demo/rows";
import { actors } from "./actors";
import { makers } from "./makers";

export type PersonRow = { id: number; name: string; gender: number; department: string };

/** Everybody of the demo, by name. */
export const people: ReadonlyMap<string, PersonRow> = new Map(
  [...actors, ...makers].flatMap(({ department, gender, people: text }) =>
    itemsOf(text).map((item) => {
      const { id, name = "" } = partsOf(item, /^(?<id>\d+) (?<name>.+)$/);
      return [name, { id: Number(id), name, gender, department }] as const;
    }),
  ),
);
