type Json = Record<string, unknown>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface MediaType {
  schema: Schema;
  encoding?: Record<string, { contentType: string }>;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
}

interface Operation {
  operationId: string;
  security: unknown[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

export interface ApiRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Json;
}

export interface ApiReply {
  status: number;
  type: string;
  body: Json;
  /** The bytes of a reply that is not JSON. */
  bytes: Uint8Array;
}

/** Yields every `message` in a reply. Users read these texts. */
function* messagesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (name === 'message' && typeof item === 'string') yield item;
    else yield* messagesIn(item);
  }
}

/**
 * A client whose only information about the server is its OpenAPI document. It takes paths, methods, media types,
 * encodings, fields and values from the document, and throws for anything that the document does not contain.
 */
export class OpenApiClient {
  readonly #url: string;
  readonly #document: Document;
  readonly #language: string;
  /** The texts of all replies. */
  readonly texts = new Set<string>();
  token: string | null = null;

  private constructor(url: string, document: Document, language: string) {
    this.#url = url;
    this.#document = document;
    this.#language = language;
  }

  static async open(url: string, language: string): Promise<OpenApiClient> {
    const reply = await fetch(`${url}/api/openapi.json`);
    return new OpenApiClient(url, (await reply.json()) as Document, language);
  }

  /** Returns the values that the document allows for a field of a body. */
  valuesOf(operationId: string, field: string): unknown[] {
    const { operation } = this.#find(operationId);
    const [media] = Object.values(operation.requestBody?.content ?? {});
    const found = this.#objects(media?.schema ?? {}).flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, field) ? this.#enumOf(properties[field]!) : [],
    );
    if (found.length === 0) throw new Error(`${operationId}: no values of ${field}`);
    return found;
  }

  async call(operationId: string, request: ApiRequest = {}): Promise<ApiReply> {
    const { path, method, operation } = this.#find(operationId);
    const { body, headers } = this.#bodyOf(operation, request.body);
    const reply = await fetch(`${this.#url}${this.#address(path, operation, request)}`, {
      method: method.toUpperCase(),
      headers: { ...this.#authorization(operation), 'accept-language': this.#language, ...headers },
      ...(body !== undefined && { body }),
    });
    const type = reply.headers.get('content-type') ?? '';
    const documented = operation.responses[reply.status] ?? operation.responses['default'];
    if (!documented) throw new Error(`${operationId}: ${reply.status} is not documented`);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const parsed = type.startsWith('application/json') ? (JSON.parse(Buffer.from(bytes).toString()) as Json) : {};
    if (reply.ok) this.#checkReply(operationId, documented.content?.['application/json']?.schema, parsed);
    for (const text of messagesIn(parsed)) this.texts.add(text);
    return { status: reply.status, type, body: parsed, bytes };
  }

  #find(operationId: string): { path: string; method: string; operation: Operation } {
    for (const [path, methods] of Object.entries(this.#document.paths))
      for (const [method, operation] of Object.entries(methods))
        if (operation.operationId === operationId) return { path, method, operation };
    throw new Error(`${operationId} is not in the document`);
  }

  #resolve(schema: Schema): Schema {
    const name = schema.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? schema : this.#resolve(this.#document.components.schemas[name]!);
  }

  /** Returns the alternatives of a schema that are objects. */
  #objects(schema: Schema): Schema[] {
    const { anyOf, oneOf, allOf, ...own } = this.#resolve(schema);
    const others = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].flatMap((option) => this.#objects(option));
    return own.properties ? [own, ...others] : others;
  }

  #enumOf(schema: Schema): unknown[] {
    const { enum: values, const: only, anyOf = [] } = this.#resolve(schema);
    return values ?? (only === undefined ? anyOf.flatMap((option) => this.#enumOf(option)) : [only]);
  }

  /** Checks that a reply contains every field that the document lists as required. */
  #checkReply(operationId: string, schema: Schema | undefined, body: Json): void {
    if (!schema || Array.isArray(body) || (schema.anyOf ?? schema.oneOf)) return;
    for (const name of this.#objects(schema).flatMap(({ required = [] }) => required))
      if (!Object.hasOwn(body, name)) throw new Error(`${operationId}: ${name} is missing in the reply`);
  }

  #address(path: string, { operationId, parameters }: Operation, { params = {}, query = {} }: ApiRequest): string {
    const documentedParameters = parameters.map(({ $ref, ...own }) =>
      $ref ? this.#document.components.parameters[$ref.replace('#/components/parameters/', '')]! : own,
    );
    const names = (where: string) =>
      documentedParameters.filter((parameter) => parameter.in === where).map(({ name }) => name);
    for (const name of Object.keys(query))
      if (!names('query').includes(name)) throw new Error(`${operationId}: no parameter ${name}`);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    return Object.keys(query).length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
  }

  #authorization({ security }: Operation): Record<string, string> {
    return security.length > 0 && this.token !== null ? { authorization: `Bearer ${this.token}` } : {};
  }

  #bodyOf(
    { operationId, requestBody }: Operation,
    values: Json | undefined,
  ): { body?: string | FormData | URLSearchParams; headers: Record<string, string> } {
    const [first] = Object.entries(requestBody?.content ?? {});
    if (!first || values === undefined) return { headers: {} };
    const [type, media] = first;
    const fields = new Set(this.#objects(media.schema).flatMap(({ properties = {} }) => Object.keys(properties)));
    for (const name of Object.keys(values)) if (!fields.has(name)) throw new Error(`${operationId}: no field ${name}`);
    if (type === 'multipart/form-data') return { body: formOf(media, values), headers: {} };
    if (type === 'application/x-www-form-urlencoded')
      return { body: new URLSearchParams(values as Record<string, string>), headers: {} };
    return { body: JSON.stringify(values), headers: { 'content-type': type } };
  }
}

/**
 * Builds a form whose parts have the media types that the document specifies: JSON for some parts, the original files,
 * and text for all others.
 */
function formOf({ encoding = {} }: MediaType, values: Json): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    const [type = ''] = encoding[name]?.contentType.split(', ') ?? [];
    if (value instanceof Blob) form.append(name, value, name);
    else if (value === null) form.append(name, '');
    else if (type === 'application/json') form.append(name, new Blob([JSON.stringify(value)], { type }));
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
