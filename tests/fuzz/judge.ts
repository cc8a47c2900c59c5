import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Document, Schema } from "./operations";

/** The same document where objects may hold only the fields that they document. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, closed(field)]);
  const isOpen = "properties" in value && !("additionalProperties" in value);
  return { ...Object.fromEntries(fields), ...(isOpen ? { additionalProperties: false } : {}) };
}

const told = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || "/"} ${message} ${JSON.stringify(params)}`;

/** A key as a part of a JSON pointer in a URI. */
const pointed = (key: string) =>
  encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));

/** Judges values by the schemas of one document, with Ajv. */
export class Judge {
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: Document) {
    this.#document = document;
    // Keywords of OpenAPI around the schemas are none of JSON Schema's.
    this.#ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
    this.#ajv.addSchema(closed(document) as object, "openapi");
  }

  /** The schema a reference stands for. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const found = this.#document.components.schemas[schema.$ref.slice(schemas.length)];
    if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`);
    return this.resolve(found);
  }

  /**
   * What is wrong with an answer by the document: an undocumented status or media type, a body that
   * breaks its schema or has fields it does not name. Nothing when it is right.
   */
  problems(path: string, method: string, answer: Answered): string[] {
    const responses = this.#document.paths[path]?.[method]?.responses ?? {};
    const given = responses[answer.status];
    if (given === undefined) return [`status ${answer.status} is not documented`];
    const [name, response] =
      given.$ref === undefined
        ? [["paths", path, method, "responses", String(answer.status)], given]
        : [
            given.$ref.slice(2).split("/"),
            this.#document.components.responses[given.$ref.slice(responsesAt.length)],
          ];
    const types = Object.keys(response?.content ?? {});
    if (types.length === 0) return answer.text === "" ? [] : ["a body where none is documented"];
    const type = answer.type?.split(";")[0] ?? "";
    if (!types.includes(type)) return [`media type ${type} is not documented`];
    if (type !== "application/json") return [];
    const validate = this.#validator([...name, "content", type, "schema"].map(pointed).join("/"));
    if (validate(JSON.parse(answer.text))) return [];
    return (validate.errors ?? []).map(told);
  }

  #validator(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known !== undefined) return known;
    const made = this.#ajv.compile({ $ref: `openapi#/${pointer}` });
    this.#compiled.set(pointer, made);
    return made;
  }
}

const schemas = "#/components/schemas/";
const responsesAt = "#/components/responses/";

export type Answered = { status: number; type: string | null; text: string };
