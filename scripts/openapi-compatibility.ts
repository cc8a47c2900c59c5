type Json = { [key: string]: unknown };

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isJson(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const methods = ["get", "put", "post", "delete", "patch"];

/** Clients read a response, so that it must not lose fields; they write a request, so that it must not require more. */
type Direction = "response" | "request";

/** Compares two documents and collects what breaks the clients of the older one. */
class Comparison {
  readonly findings: string[] = [];
  readonly #old: Json;
  readonly #new: Json;
  readonly #visited = new Set<string>();

  constructor(before: Json, after: Json) {
    this.#old = before;
    this.#new = after;
  }

  #resolve(document: Json, value: unknown): Json {
    const schema = objectOf(value);
    if (typeof schema.$ref !== "string") return schema;
    const path = schema.$ref.slice(2).split("/");
    return objectOf(path.reduce<unknown>((at, key) => objectOf(at)[key], document));
  }

  paths(): void {
    const after = objectOf(this.#new.paths);
    for (const [path, item] of Object.entries(objectOf(this.#old.paths))) {
      for (const method of methods) {
        const operation = objectOf(item)[method];
        if (operation === undefined) continue;
        const name = `${method.toUpperCase()} ${path}`;
        const still = objectOf(after[path])[method];
        if (still === undefined) this.findings.push(`${name} is gone`);
        else this.#operation(name, objectOf(operation), objectOf(still));
      }
    }
  }

  #operation(name: string, before: Json, after: Json): void {
    if (before.operationId !== after.operationId)
      this.findings.push(`${name}: another operationId`);
    this.#parameters(name, listOf(before.parameters), listOf(after.parameters));
    this.#body(name, objectOf(before.requestBody), objectOf(after.requestBody));
    const responses = objectOf(after.responses);
    for (const [status, response] of Object.entries(objectOf(before.responses))) {
      if (status === "default" || Number(status) >= 300) continue;
      if (responses[status] === undefined) this.findings.push(`${name}: no ${status} any more`);
      else this.#content(`${name} ${status}`, "response", response, responses[status]);
    }
  }

  #parameters(name: string, before: unknown[], after: unknown[]): void {
    const key = (each: unknown) => `${objectOf(each).in} parameter ${objectOf(each).name}`;
    const known = new Map(before.map((each) => [key(each), objectOf(each)]));
    const still = new Map(after.map((each) => [key(each), objectOf(each)]));
    for (const [parameter, old] of known) {
      const now = still.get(parameter);
      if (now === undefined) this.findings.push(`${name}: ${parameter} is gone`);
      else this.#schema(`${name}: ${parameter}`, "request", old.schema, now.schema);
    }
    for (const [parameter, { required }] of still) {
      const before = known.get(parameter);
      if (required === true && before?.required !== true) {
        this.findings.push(`${name}: ${parameter} is now required`);
      }
    }
  }

  #body(name: string, before: Json, after: Json): void {
    if (after.required === true && before.required !== true) {
      this.findings.push(`${name}: a body is now required`);
    }
    if (before.content !== undefined) this.#content(`${name} body`, "request", before, after);
  }

  #content(name: string, direction: Direction, before: unknown, after: unknown): void {
    const schema = (document: Json, container: unknown) =>
      objectOf(objectOf(this.#resolve(document, container).content)["application/json"]).schema;
    this.#schema(name, direction, schema(this.#old, before), schema(this.#new, after));
  }

  #schema(name: string, direction: Direction, before: unknown, after: unknown): void {
    const reference = objectOf(before).$ref;
    if (typeof reference === "string") {
      const visit = `${direction} ${reference}`;
      if (this.#visited.has(visit)) return;
      this.#visited.add(visit);
    }
    const [old, now] = [this.#resolve(this.#old, before), this.#resolve(this.#new, after)];
    if (before === undefined) return;
    if (after === undefined) {
      this.findings.push(`${name}: nothing is said of it any more`);
      return;
    }
    this.#types(name, direction, old, now);
    this.#values(name, direction, old, now);
    this.#fields(name, direction, old, now);
    this.#schema(`${name}[]`, direction, old.items, now.items);
    this.#choices(name, direction, old, now);
  }

  #types(name: string, direction: Direction, before: Json, after: Json): void {
    const [old, now] = [[before.type].flat(), [after.type].flat()];
    const [lost, gained] = [
      old.filter((type) => !now.includes(type)),
      now.filter((type) => !old.includes(type)),
    ];
    const breaking =
      direction === "request" ? lost : [...lost.filter((type) => type !== "null"), ...gained];
    if (breaking.length > 0) {
      this.findings.push(`${name}: was ${old.join(" or ")}, is ${now.join(" or ")}`);
    }
  }

  /** Enum values may be added on both sides, because clients must tolerate new ones. */
  #values(name: string, direction: Direction, before: Json, after: Json): void {
    const old = "const" in before ? [before.const] : listOf(before.enum);
    const now = "const" in after ? [after.const] : listOf(after.enum);
    const lost = old.filter((word) => word !== null && !now.includes(word));
    if (lost.length > 0 && (now.length > 0 || direction === "response")) {
      this.findings.push(`${name}: no ${lost.join(", ")} any more`);
    }
    if (direction === "request" && old.length === 0 && now.length > 0) {
      this.findings.push(`${name}: only ${now.join(", ")} now`);
    }
  }

  #fields(name: string, direction: Direction, before: Json, after: Json): void {
    const now = objectOf(after.properties);
    for (const [field, schema] of Object.entries(objectOf(before.properties))) {
      if (now[field] === undefined) this.findings.push(`${name}.${field} is gone`);
      else this.#schema(`${name}.${field}`, direction, schema, now[field]);
    }
    const [from, to] = direction === "response" ? [before, after] : [after, before];
    const [must, still] = [listOf(from.required), listOf(to.required)];
    for (const field of must.filter((each) => !still.includes(each))) {
      const problem = direction === "response" ? "may be missing now" : "is now required";
      if (direction === "request" || now[String(field)] !== undefined) {
        this.findings.push(`${name}.${field} ${problem}`);
      }
    }
  }

  #choices(name: string, direction: Direction, before: Json, after: Json): void {
    const choices = (schema: Json) => listOf(schema.oneOf ?? schema.anyOf);
    const [old, now] = [choices(before), choices(after)];
    if (now.length < old.length) this.findings.push(`${name}: fewer choices`);
    for (const [n, choice] of old.entries()) {
      if (now[n] !== undefined) this.#schema(`${name}(${n + 1})`, direction, choice, now[n]);
    }
  }
}

/**
 * What breaks clients of an older OpenAPI document with a newer one: what is gone, has another type, may
 * be missing or is newly required. Empty when the newer one only adds.
 */
export function breakingChanges(before: object, after: object): string[] {
  const comparison = new Comparison(before as Json, after as Json);
  comparison.paths();
  return comparison.findings;
}
