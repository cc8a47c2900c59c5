import { type Static, Type } from "@sinclair/typebox";
import { bounds } from "~/bounds";
import { ListOf, Nullable, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import type { TranslatedKind } from "~/vocabulary/translated-kinds";

const language = Type.String({
  description:
    "Language and country of the translation: ISO 639-1, then a hyphen and ISO 3166-1 where the country is known",
  examples: ["fr-CA"],
});

const Text = (what: string, examples: string[]) =>
  Nullable(
    Type.String({
      description: `${what}; null when it is not translated`,
      examples: [...examples],
    }),
  );

const title = Text("Title in this language and country", ["La Matrice"]);
const overview = Text("Summary in this language", ["Un programmeur doute du monde qu’il voit."]);
const homepage = Text("Address of the official website in this language", [
  "https://example.com/fr",
]);

const TitleTranslation = Type.Object(
  {
    language,
    title,
    overview,
    tagline: Text("Slogan in this language", ["Le monde est un songe."]),
    homepage,
    runtime: Nullable(
      WholeNumber({
        description: "Minutes of the version shown there; null when the provider names none",
        examples: [136],
      }),
    ),
  },
  { $id: "TitleTranslation", description: "A movie or series in another language" },
);

const PartTranslation = Type.Object(
  { language, title, overview },
  { $id: "PartTranslation", description: "A season or episode in another language" },
);

const PersonTranslation = Type.Object(
  { language, biography: Text("Biography in this language", ["Elle commence au théâtre."]) },
  { $id: "PersonTranslation", description: "A person in another language; names stay as they are" },
);

const CollectionTranslation = Type.Object(
  {
    language,
    name: Text("Name in this language and country", ["La Matrice – Saga"]),
    overview,
    homepage,
  },
  { $id: "CollectionTranslation", description: "A collection in another language" },
);

/** A translation of each kind of record; the keys are those of the record's own fields. */
export const translationModels = {
  movie: TitleTranslation,
  series: TitleTranslation,
  season: PartTranslation,
  episode: PartTranslation,
  person: PersonTranslation,
  collection: CollectionTranslation,
} satisfies Record<TranslatedKind, unknown>;

/** The list of translations that is part of an answer about a record. */
export const TranslationList = <Kind extends TranslatedKind>(kind: Kind) =>
  ListOf<(typeof translationModels)[Kind]>(translationModels[kind], bounds.translations, {
    description: "Translations by language, then country",
  });

/** The translations of a record, as its answer includes them. */
export const Translations = <Kind extends TranslatedKind>(kind: Kind) =>
  Type.Object(
    { results: TranslationList(kind) },
    { description: `The ${kind} in other languages` },
  );

/** The answer of GET /{kinds}/{id}/translations. */
export const TranslationsOf = <Kind extends TranslatedKind>(kind: Kind) =>
  Type.Object(
    { id: PublicId(kind), results: TranslationList(kind) },
    {
      $id: `${kind[0]?.toUpperCase()}${kind.slice(1)}Translations`,
      description: `One ${kind} in the languages that the provider knows`,
    },
  );

export type Translation = {
  [Kind in TranslatedKind]: Static<(typeof translationModels)[Kind]>;
};
