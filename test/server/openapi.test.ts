import { describe, expect, test } from 'vitest';
import { callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import { choiceNames } from '../../contract/api-calls/choices.ts';
import { errorStatus } from '../../contract/error-status.ts';
import { fieldCodes } from '../../contract/field-codes.ts';
import { reminderMinutes, startMinutes } from '../../contract/values.ts';
import { z } from '../../contract/zod.ts';
import { openApiDocument } from '../../server/http/openapi/document.ts';

interface Media {
  schema?: Json;
  example?: unknown;
}
type Json = Record<string, unknown>;
interface Operation {
  operationId: CallName;
  parameters: (Json & { name?: string; in?: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Json & { description?: string; content?: Record<string, Media> }>;
}

const document = openApiDocument({ public_url: 'http://localhost:8080', sync_calls: true });
const text = JSON.stringify(document);
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const components = document['components'] as Record<string, Record<string, Json>>;
const operations = Object.values(paths).flatMap((path) => Object.values(path));
const operationOf = (name: CallName) => operations.find(({ operationId }) => operationId === name)!;

/** Yields every object nested in a value. */
function* objects(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const item of Object.values(value)) yield* objects(item);
}

describe('the OpenAPI document', () => {
  test('the OpenAPI document names every call once, with the parameters of its path', () => {
    expect(operations).toHaveLength(callNames.length);
    expect(new Set(operations.map(({ operationId }) => operationId))).toEqual(new Set(callNames));
    for (const [path, methods] of Object.entries(paths)) {
      const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { operationId, parameters } of Object.values(methods)) {
        const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
        expect(named, operationId).toEqual(pathParameters);
      }
    }
  });

  test('the OpenAPI document refers only to existing components, and uses each of them', () => {
    const refs = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, ref]) => ref));
    const kinds = ['schemas', 'parameters', 'responses'];
    const componentNames = kinds.flatMap((kind) => Object.keys(components[kind]!).map((name) => `${kind}/${name}`));
    expect(refs).toEqual(new Set(componentNames));
    expect(text).not.toContain('#/$defs');
  });

  test('the OpenAPI document uses only types of JSON Schema, and requires only properties that it defines', () => {
    const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
    const schemas = operations.flatMap(({ parameters, requestBody, responses }) => [
      ...parameters.map(({ schema }) => schema),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content).map(({ schema }) => schema)),
    ]);
    for (const schema of objects([...schemas, components['schemas']])) {
      if (typeof schema['type'] === 'string') expect(types).toContain(schema['type']);
      const { properties, required } = schema as { properties?: Json; required?: string[] };
      if (Array.isArray(required) && properties) for (const name of required) expect(properties).toHaveProperty(name);
    }
  });

  test('the OpenAPI document defines person, task and contact as one component each', () => {
    for (const [name, field] of [
      ['Person', 'do_not_contact'],
      ['Task', 'follow_up_task_id'],
      ['Contact', 'owner_name'],
    ] as const) {
      expect(components['schemas']![name]).toHaveProperty('properties');
      const definitions = [...objects([paths, components['schemas']])].filter((value) => {
        const isSchema = value['type'] === 'object' && typeof value['properties'] === 'object';
        const properties = (isSchema ? value['properties'] : {}) as Json;
        return Object.hasOwn(properties, field) && Object.hasOwn(properties, 'rev');
      });
      expect(definitions.length, name).toBe(1);
    }
  });

  test('the OpenAPI document defines every large object once, and keeps calls within 8,000 characters', () => {
    const described = [...objects([paths, components])].flatMap(({ type, properties }) =>
      type === 'object' && properties ? JSON.stringify(properties) : [],
    );
    const repeated = described.filter(
      (description, index) => description.length > 700 && described.indexOf(description) !== index,
    );
    expect(repeated).toEqual([]);
    const size = (operation: Operation) => JSON.stringify(operation).length;
    const large = operations.filter((operation) => size(operation) > 8_000);
    expect(large.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('the OpenAPI document lists the values of each enum that a client needs', () => {
    const codes = components['schemas']!['FieldError'] as { properties: { code: { enum: string[] } } };
    expect(codes.properties.code.enum).toEqual([...fieldCodes]);
    expect(operationOf('choices.list').parameters[0]).toMatchObject({
      name: 'path',
      schema: { enum: [...choiceNames] },
    });
    const bodyOf = (name: CallName) =>
      JSON.stringify(operationOf(name).requestBody?.content['application/json']?.schema);
    expect(bodyOf('people.new_lead_task')).toContain(JSON.stringify(startMinutes));
    expect(bodyOf('tasks.create')).toContain(JSON.stringify(reminderMinutes));
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test('the OpenAPI document describes the address of a stored file and the files of a multipart body', () => {
    expect(components['schemas']!['Photo']!['description']).toContain('/api/sync/blobs/{sha256}');
    expect(components['schemas']!['MediaItem']!['description']).toContain('/media/{sha256}');
    const form = operationOf('contacts.add').requestBody?.content['multipart/form-data']?.schema;
    expect(form).toMatchObject({ properties: { photo: { type: 'string', format: 'binary' } } });
  });

  test('the OpenAPI document lists Idempotency-Key and Accept-Language where they have an effect', () => {
    for (const { operationId, parameters } of operations) {
      const refs = parameters.map(({ $ref }) => $ref);
      const { idempotent, roles } = callNamed(operationId);
      expect(refs.includes('#/components/parameters/IdempotencyKey'), operationId).toBe(idempotent);
      expect(refs.includes('#/components/parameters/AcceptLanguage'), operationId).toBe(roles.includes('anonymous'));
    }
  });
});

describe.each(callNames)('%s', (name) => {
  const { responses, requestBody } = operationOf(name);
  const call = callNamed(name);

  test(`the OpenAPI document lists a status of ${name} for each kind of error`, () => {
    const statuses = Object.keys(responses).filter((status) => /^[45]\d\d$/.test(status));
    expect(statuses).toContain('429');
    expect(responses).toHaveProperty('default');
    if (!call.roles.includes('anonymous')) expect(statuses).toEqual(expect.arrayContaining(['401', '403']));
    // Headers are validated for every call, and the content type for every call except GET.
    expect(statuses).toContain('400');
    expect(statuses.includes('415')).toBe(call.method !== 'GET');
    for (const status of statuses) {
      const codes = responses[status]!.description!.split(', ');
      for (const code of codes) expect(errorStatus[code as keyof typeof errorStatus], code).toBe(Number(status));
    }
  });

  test(`the examples of ${name} match its schemas`, () => {
    const success = responses[call.status ?? 200]!.content ?? {};
    if (!call.stream) {
      const { example } = success['application/json']!;
      expect(z.safeParse(call.reply, example).error?.issues ?? []).toEqual([]);
    }
    if (!call.body) return;
    const examples = Object.values(requestBody!.content).flatMap(({ example }) =>
      example === undefined ? [] : [example],
    );
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(z.safeParse(call.body, example).error?.issues ?? []).toEqual([]);
  });
});
