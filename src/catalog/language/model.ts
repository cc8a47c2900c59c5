import {
  type ObjectOptions,
  type TObject,
  type TOptional,
  type TProperties,
  Type,
} from "@sinclair/typebox";
import { Nullable } from "~/http/request/fields";
import type { TranslatedKind } from "~/vocabulary/translated-kinds";
import { localizedFields } from "./fields";

const Tag = Nullable(
  Type.String({
    description:
      "Language of this field, and its country where it is of one; `en` for what is shown without the parameter `language`; null for a null field",
    examples: ["fr-CA"],
  }),
);

type Localized<Properties extends TProperties> = TObject<
  Omit<Properties, "localized"> & {
    localized: TOptional<TObject<Record<string, typeof Tag>>>;
  }
>;

/**
 * The model of a record that answers show in other languages, too: `localized` stands last, with the fields that
 * this record has of those of its kind.
 */
export function localizable<Properties extends TProperties>(
  kind: TranslatedKind,
  properties: Properties,
  options: ObjectOptions = {},
): Localized<Properties> {
  const { localized: _, ...own } = properties;
  const names = localizedFields(kind).filter((name) => name in own);
  if (names.length === 0) return Type.Object(own, options) as never;
  const localized = Type.Object(Object.fromEntries(names.map((name) => [name, Tag])), {
    description: "The languages of its fields; only in answers to requests with `language`",
  });
  return Type.Object({ ...own, localized: Type.Optional(localized) }, options) as never;
}
