import { uuidv7 } from "uuidv7";
import { testService } from "../../support/service";

type Options = Omit<NonNullable<Parameters<typeof testService>[0]>, "hot">;

export type HotService = Awaited<ReturnType<typeof hotService>>;

/** The whole service over an empty catalog of its own, which keeps answers and hears of changes. */
export async function hotService(options: Options = {}) {
  const service = await testService({ ...options, hot: true });
  const { hot, driver, address } = service;
  if (hot === undefined || address === undefined) throw new Error("nothing is kept");
  const heard = async () => {
    while (!(await hot.changes.becomesCurrent())) await Bun.sleep(5);
  };
  await heard();

  /** Waits until everything that was committed so far has been heard of. */
  const caughtUp = () => hot.changes.caughtUp();

  /** Stores a movie, as an operator's psql would, and returns its public id. */
  async function addMovie(title: string, external_id = 603): Promise<string> {
    const id = uuidv7();
    await driver.begin(async (tx) => {
      await tx`insert into titles (id, kind, external_id) values (${id}, 'movie', ${external_id})`;
      await tx`insert into movies (id, title, overview) values (${id}, ${title}, ${title.repeat(200)})`;
    });
    await caughtUp();
    return `movie_${id.replaceAll("-", "")}`;
  }

  return { ...service, hot, address, heard, caughtUp, addMovie };
}

/** The headers of a response that do not name the request, the moment or the rate limit. */
export const lasting = ({ headers }: { headers: Headers }): Record<string, string> => {
  const kept = Object.fromEntries(headers.entries());
  for (const name of ["age", "date", "x-request-id"]) delete kept[name];
  return kept;
};
