import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { Change, ChangePage } from "~/catalog/changes/model";
import { groupsOf } from "~/changes/groups";
import type { ChangeGroup, ChangeKind } from "~/vocabulary";
import { type TestService, testService } from "../../support/service";
import { publicId } from "../ids";
import { type Told, tell } from "./feed";

setDefaultTimeout(120_000);

/** An entity as the catalog has it: a version of each group of fields. */
type Entity = { kind: ChangeKind; removed: boolean; versions: Map<ChangeGroup, number> };
type World = Map<string, Entity>;

const kinds = ["movie", "person", "keyword"] as const;
type Kind = (typeof kinds)[number];

/** A step of the catalog: something about the n-th entity. */
type Step = { n: number; act: "change" | "remove" | "restore" | "delete"; groups: number[] };

const kindOf = (n: number): Kind => kinds[n % 3] as Kind;
const idOf = (n: number) => publicId(kindOf(n), n);

/** Does a step in the world, and says what the feed has to be told; nothing if it cannot be done. */
function act(world: World, gone: Set<string>, step: Step): Told | undefined {
  const [kind, id] = [kindOf(step.n), idOf(step.n)];
  const entity = world.get(id);
  const all = groupsOf[kind];
  if (gone.has(id)) return undefined;
  if (entity === undefined) {
    world.set(id, { kind, removed: false, versions: new Map(all.map((group) => [group, 0])) });
    return { kind, n: step.n };
  }
  const bump = (groups: readonly ChangeGroup[], state: "live" | "removed"): Told => {
    for (const group of groups) entity.versions.set(group, (entity.versions.get(group) ?? 0) + 1);
    entity.removed = state === "removed";
    return { kind, n: step.n, groups, state };
  };
  if (step.act === "delete") {
    world.delete(id);
    gone.add(id);
    return { kind, n: step.n, groups: [], state: "deleted" };
  }
  if (kind !== "keyword" && step.act !== "change")
    return bump(["lifecycle"], step.act === "remove" ? "removed" : "live");
  const groups = [...new Set(step.groups.map((g) => all[g % all.length] as ChangeGroup))];
  return bump(groups, entity.removed ? "removed" : "live");
}

type Reader = { limit: number; kinds?: Kind[]; groups?: ChangeGroup[] };

/** What a client has that follows the feed and reads again only what it is told of. */
class Copy {
  readonly #entities: World = new Map();
  readonly #reader: Reader;
  #cursor = "0";
  #last = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Reads one page; returns whether there is more. */
  async read(service: TestService, world: World): Promise<boolean> {
    const { limit, kinds: only, groups } = this.#reader;
    const filters = [only && `&kinds=${only}`, groups && `&groups=${groups}`].join("");
    const path = `/changes?since=${this.#cursor}&limit=${limit}${filters}`;
    const { status, body } = await service.get<ChangePage>(path);
    expect(status).toBe(200);
    for (const change of body.results) this.#take(change, world);
    this.#cursor = body.cursor;
    return body.more;
  }

  #take({ sequence, op, kind, id, groups }: Change, world: World): void {
    expect(sequence).toBeGreaterThan(this.#last);
    this.#last = sequence;
    const there = world.get(id);
    const mine = this.#entities.get(id);
    if (op === "deleted" || there === undefined) this.#entities.delete(id);
    else if (mine === undefined) this.#entities.set(id, structuredClone(there));
    else {
      mine.removed = op === "removed" || (mine.removed && !groups.includes("lifecycle"));
      for (const group of groups) mine.versions.set(group, there.versions.get(group) ?? 0);
    }
    expect(kind).toBe(kindOf(Number(`0x${id.slice(-6)}`)));
  }

  /** What of its entities the reader follows. */
  followed(world: World = this.#entities): object {
    const { kinds: only, groups } = this.#reader;
    const entries = [...world]
      .filter(([, { kind }]) => only?.includes(kind as Kind) !== false)
      // Of a kind without these groups nothing is told.
      .filter(([, { kind }]) => groups?.some((group) => groupsOf[kind].includes(group)) !== false)
      .map(([id, { removed, versions }]) => [
        id,
        groups?.includes("lifecycle") === false ? "" : removed,
        Object.fromEntries([...versions].filter(([group]) => groups?.includes(group) !== false)),
      ]);
    return Object.fromEntries(entries.map(([id, ...rest]) => [id, rest]));
  }
}

const readers: Reader[] = [
  { limit: 1 },
  { limit: 2 },
  { limit: 5, kinds: ["movie"] },
  { limit: 1, groups: ["names"] },
  { limit: 3, groups: ["audience", "lifecycle"] },
  { limit: 2, groups: ["credits"], kinds: ["movie", "person"] },
  { limit: 1_000 },
];

const step = fc.record({
  n: fc.integer({ min: 1, max: 14 }),
  act: fc.constantFrom(...(["change", "change", "change", "remove", "restore", "delete"] as const)),
  groups: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 3 }),
});
/** What is numbered at once, and which readers read a page afterwards. */
type Round = { steps: Step[]; reading: number[] };
const round = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  reading: fc.array(fc.integer({ min: 0, max: readers.length - 1 }), { maxLength: 6 }),
});

/** Does steps, of one entity the first, and numbers them at once. */
async function advance(service: TestService, state: State, steps: readonly Step[]): Promise<void> {
  const firsts = new Map(steps.toReversed().map((each) => [each.n, each]));
  const told = [...firsts.values()].map((each) => act(state.world, state.gone, each));
  await tell(service.db, ...told.filter((each) => each !== undefined));
}

type State = { world: World; gone: Set<string> };

/** Every reader's copy after these rounds, and after each has read to the end. */
async function copied(service: TestService, state: State, rounds: readonly Round[]) {
  const copies = readers.map((reader) => new Copy(reader));
  for (const { steps, reading } of rounds) {
    await advance(service, state, steps);
    await Promise.all([...new Set(reading)].map((n) => copies[n]?.read(service, state.world)));
  }
  for (const copy of copies) while (await copy.read(service, state.world));
  return copies;
}

test("N63: whoever reads again only what the feed names has all of it, with any pages and filters", async () => {
  await using service = await testService();
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 5, maxLength: 25 }), async (rounds) => {
      await service.db.execute("delete from changes");
      const state: State = { world: new Map(), gone: new Set() };
      for (const copy of await copied(service, state, rounds))
        expect(copy.followed()).toEqual(copy.followed(state.world));
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 40), seed: Number(process.env.FUZZ_SEED ?? 7) },
  );
});
