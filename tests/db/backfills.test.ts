import { expect, setDefaultTimeout, test } from "bun:test";
import { migrateDatabase } from "~/db/migrate";
import { testDatabase } from "../support/database";
import { laterRelease } from "./later-release";

setDefaultTimeout(30_000);

test("a backfill that was cut off keeps what it did, and the next start completes it once, however many start", async () => {
  await using database = await testDatabase();
  const { driver, address } = database;
  await using later = await laterRelease(`
    create table filled (n integer unique);
    --> statement-breakpoint
    create procedure backfill_later() language plpgsql as $$
    begin
      for n in 1 .. 3 loop
        insert into filled values (n) on conflict do nothing;
        commit;
        if n = 2 and to_regclass('stopped') is null then
          raise exception 'cut off';
        end if;
      end loop;
      insert into filled values (4);
    end $$;`);
  const start = () => migrateDatabase(address, later.folder);
  const filled = async () => (await driver`select n from filled order by n`).map(({ n }) => n);

  await expect(start()).rejects.toThrow("cut off");
  expect(await filled()).toEqual([1, 2]);
  await driver`create table stopped ()`;
  await Promise.all([start(), start(), start(), start()]);
  await start();
  expect(await filled()).toEqual([1, 2, 3, 4]);
});
