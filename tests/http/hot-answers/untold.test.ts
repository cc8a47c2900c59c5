import { expect, setDefaultTimeout, test } from "bun:test";
import { hotService } from "./hot-service";

setDefaultTimeout(30_000);

test("N23: an answer that includes where its data came from is not kept, others are", async () => {
  await using service = await hotService();
  const path = `/movies/${await service.addMovie("Kept", 1)}`;
  const isKept = async (query: string) => {
    const first = await service.get(path + query);
    const second = await service.get(path + query);
    expect([first.status, second.status]).toEqual([200, 200]);
    return second.headers.has("age");
  };

  expect(await isKept("?include=videos,images")).toBe(true);
  expect(await isKept("?include=provenance")).toBe(false);
  expect(await isKept("?include=videos,provenance")).toBe(false);
});
