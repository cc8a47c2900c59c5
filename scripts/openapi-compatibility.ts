type Json = { [key: string]: unknown };

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isJson(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const methods = ["get", "put", "post", "delete", "patch"];

/** Which way data goes: what a response loses breaks its readers, what a request demands its writers. */
type Direction = "response" | "request";

/** Compares two documents and keeps what the older one's clients would stumble over (M158). */
class Comparison {
  readonly findings: string[] = [];
  readonly #old: Json;
  readonly #new: Json;
  readonly #open = new Set<string>();

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
    for (const [parameter, told] of known) {
      const now = still.get(parameter);
      if (now === undefined) this.findings.push(`${name}: ${parameter} is gone`);
      else this.#schema(`${name}: ${parameter}`, "request", told.schema, now.schema);
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
    const schema = (document: Json, told: unknown) =>
      objectOf(objectOf(this.#resolve(document, told).content)["application/json"]).schema;
    this.#schema(name, direction, schema(this.#old, before), schema(this.#new, after));
  }

  #schema(name: string, direction: Direction, before: unknown, after: unknown): void {
    const reference = objectOf(before).$ref;
    if (typeof reference === "string") {
      const place = `${direction} ${reference}`;
      if (this.#open.has(place)) return;
      this.#open.add(place);
    }
    const [told, now] = [this.#resolve(this.#old, before), this.#resolve(this.#new, after)];
    if (before === undefined) return;
    if (after === undefined) {
      this.findings.push(`${name}: nothing is said of it any more`);
      return;
    }
    this.#types(name, direction, told, now);
    this.#words(name, direction, told, now);
    this.#fields(name, direction, told, now);
    this.#schema(`${name}[]`, direction, told.items, now.items);
    this.#choices(name, direction, told, now);
  }

  #types(name: string, direction: Direction, before: Json, after: Json): void {
    const [told, now] = [[before.type].flat(), [after.type].flat()];
    const [lost, gained] = [
      told.filter((type) => !now.includes(type)),
      now.filter((type) => !told.includes(type)),
    ];
    const breaking =
      direction === "request" ? lost : [...lost.filter((type) => type !== "null"), ...gained];
    if (breaking.length > 0) {
      this.findings.push(`${name}: was ${told.join(" or ")}, is ${now.join(" or ")}`);
    }
  }

  /** Words may be added on both sides; clients have to tolerate new ones (M158). */
  #words(name: string, direction: Direction, before: Json, after: Json): void {
    const told = "const" in before ? [before.const] : listOf(before.enum);
    const now = "const" in after ? [after.const] : listOf(after.enum);
    const lost = told.filter((word) => word !== null && !now.includes(word));
    if (lost.length > 0 && (now.length > 0 || direction === "response")) {
      this.findings.push(`${name}: no ${lost.join(", ")} any more`);
    }
    if (direction === "request" && told.length === 0 && now.length > 0) {
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
      const told = direction === "response" ? "may be missing now" : "is now required";
      if (direction === "request" || now[String(field)] !== undefined) {
        this.findings.push(`${name}.${field} ${told}`);
      }
    }
  }

  #choices(name: string, direction: Direction, before: Json, after: Json): void {
    const choices = (schema: Json) => listOf(schema.oneOf ?? schema.anyOf);
    const [told, now] = [choices(before), choices(after)];
    if (now.length < told.length) this.findings.push(`${name}: fewer choices`);
    for (const [n, choice] of told.entries()) {
      if (now[n] !== undefined) this.#schema(`${name}(${n + 1})`, direction, choice, now[n]);
    }
  }
}

/**
 * What clients of an older OpenAPI document would stumble over with a newer one: what is gone, retyped,
 * may be missing or is newly demanded (M158). Empty when everything was only added to.
 */
export function breakingChanges(before: object, after: object): string[] {
  const comparison = new Comparison(before as Json, after as Json);
  comparison.paths();
  return comparison.findings;
}
