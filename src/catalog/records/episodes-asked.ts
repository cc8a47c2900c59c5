/** Which seasons of a series come with their episodes. */

import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { SEASON_NUMBER_MAX } from "~/bounds";
import type { Asked } from "./asked";
import { isIncluded } from "./includes";

const MOST_SEASONS = 20;
const number = `(0|[1-9][0-9]{0,${String(SEASON_NUMBER_MAX).length - 1}})`;
const numbers = new RegExp(`^${number}(,${number}){0,${MOST_SEASONS - 1}}$`);

TypeRegistry.Set("SeasonNumbers", (_, value) => typeof value === "string" && numbers.test(value));

/** The parameter `seasons`. */
export const seasonsParameter = Type.Optional(
  Type.Unsafe<string>({
    [Kind]: "SeasonNumbers",
    type: "string",
    description:
      "Numbers of the seasons whose episodes the answer brings along, separated by commas; needed with `include=episodes`, without effect else",
    examples: ["1,2"],
    expected: `1 to ${MOST_SEASONS} numbers from 0 to ${SEASON_NUMBER_MAX}, separated by commas`,
    documented: { pattern: numbers.source },
  }),
);

/** The numbers of the seasons that come with their episodes; none unless episodes are included. */
export const numbersOf = ({ include, seasons }: Asked): number[] =>
  isIncluded(include, "episodes") ? (seasons?.split(",").map(Number) ?? []) : [];
