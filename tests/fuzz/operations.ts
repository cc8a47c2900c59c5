/** JSON Schema as our document has it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  examples?: string[];
  format?: string;
  /** Which parameters the words of a list need. */
  "x-needs"?: Record<string, string>;
};

type Content = Record<string, { schema: Schema }>;

export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  /** The parameter that it is another name of; they cannot differ. */
  "x-alias-of"?: string;
};

type Response = { $ref?: string; content?: Content };

type Documented = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
  security?: Record<string, unknown[]>[];
};

export type Document = {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
};

/** One operation of the document, with what a fuzzer has to know. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** A body of an operation that takes a file. */
  file: string | undefined;
  /** The name of the security scheme it needs. */
  scheme: string | undefined;
};

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => ({
      id: documented.operationId,
      method: method.toUpperCase(),
      path,
      parameters: documented.parameters ?? [],
      body: documented.requestBody?.content["application/json"]?.schema,
      file: documented.requestBody?.content["text/plain"]?.schema.examples?.[0],
      scheme: Object.keys(documented.security?.[0] ?? {})[0],
    })),
  );
