/** JSON Schema as our document has it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
};

type Content = Record<string, { schema: Schema }>;

export type Parameter = { name: string; in: string; required?: boolean; schema: Schema };

type Documented = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  security?: Record<string, unknown[]>[];
};

export type Document = {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, Schema> };
};

/** One operation of the document, with what a fuzzer has to know. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  responses: Documented["responses"];
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
      responses: documented.responses,
      scheme: Object.keys(documented.security?.[0] ?? {})[0],
    })),
  );
