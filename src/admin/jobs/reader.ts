import type { CatalogChanges } from "~/db/catalog-changes";
import type { Db } from "~/db/client";
import type { JobStatus } from "~/vocabulary";
import { getJob, type JobFilter, type JobView, listJobs } from "./view";

const ended: readonly JobStatus[] = ["succeeded", "failed", "canceled"];

/** Whether a run is over. */
export const hasEnded = ({ status }: Pick<JobView, "status">): boolean => ended.includes(status);

export type JobReader = {
  get: (id: string) => Promise<JobView | undefined>;
  list: (filter: JobFilter) => ReturnType<typeof listJobs>;
};

/**
 * Reads jobs for clients. Before anybody learns that a job has ended, this process has heard of what it
 * committed, so that no later answer comes from before it.
 */
export function jobReader(db: Db, changes?: Pick<CatalogChanges, "caughtUp">): JobReader {
  const learn = async (jobs: readonly JobView[]) => {
    if (jobs.some(hasEnded)) await changes?.caughtUp();
  };
  return {
    get: async (id) => {
      const job = await getJob(db, id);
      if (job !== undefined) await learn([job]);
      return job;
    },
    list: async (filter) => {
      const page = await listJobs(db, filter);
      await learn(page.results);
      return page;
    },
  };
}
