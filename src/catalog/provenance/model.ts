import { type Static, Type } from "@sinclair/typebox";
import { groupsOf } from "~/changes/groups";
import { Nullable, OneOf, Timestamp, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { providers, refreshTiers } from "~/vocabulary";
import type { KindWithProvenance } from "./kinds";

const GroupChange = Type.Object(
  {
    sequence: WholeNumber({
      description: "Number of that change among all changes of the catalog",
      examples: [48_231],
    }),
    changed_at: Timestamp({ description: "When it changed" }),
  },
  { $id: "GroupChange", description: "The latest change of a group of fields" },
);

const never = "null when it never was";

/** Where the data of a record came from and when each group of its fields last changed. */
const provenanceOf = (kind: KindWithProvenance) => {
  const groups = groupsOf[kind].map((group) => [
    group,
    Nullable(GroupChange, {
      description: `The latest change of \`${group}\`; null until the record has a number in the change feed`,
    }),
  ]);
  const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}Provenance`;
  return Type.Object(
    {
      id: PublicId(kind),
      source: Nullable(OneOf(providers), {
        description: `The provider that it was fetched from; ${never}`,
        examples: ["tmdb"],
      }),
      external_id: Nullable(Type.String(), {
        description: `What was fetched, by the provider's id as jobs name it; ${never}`,
        examples: [kind === "season" || kind === "episode" ? "1396:5" : "603"],
      }),
      endpoint: Nullable(Type.String(), {
        description: `Path and query of the provider's answer; ${never}`,
        examples: ["/movie/603?append_to_response=credits"],
      }),
      payload_hash: Nullable(Type.String(), {
        description: `SHA-256 of the provider's answer that is stored; ${never}`,
        examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
      }),
      last_fetched_at: Nullable(Timestamp(), { description: `When it was last fetched; ${never}` }),
      next_refresh_at: Nullable(Timestamp(), {
        description: "When it is due to be fetched again; null while that is not planned",
      }),
      tier: Nullable(OneOf(refreshTiers), {
        description: "How fresh it is kept; null while that is not planned",
        examples: ["current"],
      }),
      missing_since: Nullable(Timestamp(), {
        description: "Since when the provider has had none; null while it has it",
        examples: [null],
      }),
      groups: Type.Object(Object.fromEntries(groups), {
        description: "The latest change of each group of fields",
      }),
    },
    { $id: name, description: `Where the data of one ${kind} came from` },
  );
};

export const provenanceModels = {
  movie: provenanceOf("movie"),
  series: provenanceOf("series"),
  season: provenanceOf("season"),
  episode: provenanceOf("episode"),
  person: provenanceOf("person"),
  collection: provenanceOf("collection"),
} satisfies Record<KindWithProvenance, unknown>;
export type Provenance = Static<typeof provenanceModels.movie>;

/** Where the data of a record came from, as its answer includes it. */
export const Provenance = (kind: KindWithProvenance) => Type.Omit(provenanceModels[kind], ["id"]);
