import type { Config } from "~/config";
import { type Budget, budgetOf } from "./budget";
import { changeLists } from "./change-lists";
import { dueRecords } from "./due";
import type { Step } from "./planner";
import { judgeAll, rankPopular } from "./rules";

/** Whether records are fetched again by themselves. */
export const isRefreshing = ({ isPlanned, refresh }: Pick<Config, "isPlanned" | "refresh">) =>
  isPlanned && refresh.isOn;

/** The calls that may be planned, by the settings. */
export const refreshBudget = ({ providerRps, refresh, catalogLanguages }: Config): Budget =>
  budgetOf(providerRps, refresh.share, catalogLanguages.length);

/** What the planner does to keep records fresh; nothing if that is off. */
export const refreshSteps = (config: Config): Step[] =>
  isRefreshing(config)
    ? [
        rankPopular,
        judgeAll,
        // Before the records: see readDue.
        changeLists(config.refresh.changesEvery),
        dueRecords(refreshBudget(config)),
      ]
    : [];
