/** Which seasons of a series come with their episodes. */

import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { SEASON_NUMBER_MAX } from "~/bounds";
import { validationError } from "~/http/request/problems";
import type { Asked } from "./asked";

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

const includesEpisodes = ({ include }: Asked): boolean =>
  include?.split(",").includes("episodes") ?? false;

/** The numbers of the seasons that come with their episodes; none unless episodes are included. */
export const numbersOf = (asked: Asked): number[] =>
  includesEpisodes(asked) ? (asked.seasons?.split(",").map(Number) ?? []) : [];

/** Refuses episodes without the numbers of seasons, with 422. Numbers alone mean nothing, as filters of images do. */
export function requireSeasonsOfEpisodes(asked: Asked): void {
  if (!includesEpisodes(asked) || asked.seasons !== undefined) return;
  const message = "is required with include=episodes";
  throw validationError([{ in: "query", field: "seasons", message }]);
}
