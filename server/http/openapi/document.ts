import type { Call } from '../../../contract/api-calls/define.ts';
import { callNamed, callNames, type CallName } from '../../../contract/api-calls/index.ts';
import { ErrorBody } from '../../../contract/error-body.ts';
import { errorTexts } from '../../../contract/error-texts.ts';
import { CONTRACT_VERSION } from '../../../contract/version.ts';
import { MAX_PHOTO_FILE_BYTES } from '../../../contract/values.ts';
import { successTexts } from '../../../contract/success-texts.ts';
import type { z } from '../../../contract/zod.ts';
import { BOOK_PACK_TYPE } from '../../../contract/book-pack.ts';
import { OpenApiExamples } from './examples.ts';
import { documentedRefusals } from './refusals.ts';
import { type Json, OpenApiSchemas } from './schemas.ts';

const component = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

/** Describes each field of a flat object as a parameter. */
function parameters(schemas: OpenApiSchemas, schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.of(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: field,
  }));
}

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'UUID of the write. Requests with the same key and body are applied once and get the same response; a request with the same key and a different body gets 422 idempotency_key_reused. Calls that do not list this header ignore it.',
  schema: { type: 'string', format: 'uuid' },
};

const languageHeader = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: 'Language of the messages for callers without an account: ru, en or de, by weight.',
  schema: { type: 'string', examples: ['de, en;q=0.5'] },
};

const types = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'application/json'],
  multipart: ['multipart/form-data', 'application/json'],
  bytes: ['application/offset+octet-stream', 'application/octet-stream'],
} as const;

/** Media types of calls whose response is not JSON. */
const streamTypes: Partial<Record<CallName, readonly string[]>> = {
  'sync.events': ['text/event-stream'],
  'sync.blob': ['image/*', 'application/pdf'],
  'contacts.photo': ['image/*'],
  'books.file': [BOOK_PACK_TYPE, 'application/pdf'],
  'accounting.ledger': ['text/csv'],
};

const imageTypes = 'image/jpeg, image/png, image/webp';
const documentTypes = 'application/pdf, image/jpeg, image/png';
const imageLimits = `At most ${MAX_PHOTO_FILE_BYTES / 1024 / 1024} MiB and 16 megapixels.`;
const removal = 'An empty text part removes the stored image.';

/**
 * Returns the schema of a multipart body with its file fields added. If the schema already has a field with the name of
 * a file field, clients send that field to remove the file.
 */
function withFiles(schema: Json, { files = [], method, documents }: Call): Json {
  const properties = schema['properties'] as Json;
  const binary = files.map((name) => {
    const items = { type: 'string', format: 'binary', description: imageLimits };
    if (documents !== undefined) return [name, { type: 'array', maxItems: documents, items }];
    const description = method === 'PUT' && Object.hasOwn(properties, name) ? `${imageLimits} ${removal}` : imageLimits;
    return [name, { type: 'string', format: 'binary', description }];
  });
  return { ...schema, properties: { ...properties, ...Object.fromEntries(binary) } };
}

const isList = (field: Json) => field['type'] === 'array';
const isObject = (field: Json): boolean =>
  field['type'] === 'object' || ((field['anyOf'] ?? []) as Json[]).some((alternative) => isObject(alternative));

/** Returns the media types of the parts of a form that are not plain text. */
function partTypes(schema: Json, { files = [], documents }: Call, schemas: OpenApiSchemas): Json {
  const contentType = documents === undefined ? imageTypes : documentTypes;
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const fieldTypes = fields.flatMap(([name, field]) => {
    if (files.includes(name)) return [];
    const shape = schemas.resolveRef(field);
    return isList(shape) || isObject(shape) ? [[name, { contentType: 'application/json, text/plain' }]] : [];
  });
  return Object.fromEntries([...fieldTypes, ...files.map((name) => [name, { contentType }])]) as Json;
}

function requestBody(name: CallName, call: Call, schemas: OpenApiSchemas): Json {
  const { body, encoding = 'json' } = call;
  if (!body && encoding !== 'bytes') return {};
  const schema = body ? schemas.of(body, 'input') : { type: 'string', format: 'binary' };
  const content = types[encoding].map((type) => [
    type,
    type === 'multipart/form-data'
      ? { schema: withFiles(schema, call), encoding: partTypes(schema, call, schemas) }
      : { schema, ...(body && { example: new OpenApiExamples(schemas.components).body(name, schema) }) },
  ]);
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

/** Adds the success text to the schema of a response. */
function withMessage(schema: Json, rule: NonNullable<Call['success']>): Json {
  const examples = typeof rule === 'string' ? [successTexts[rule]] : undefined;
  const message = {
    type: 'string',
    description: 'What was done, as a text for people.',
    ...(examples && { examples }),
  };
  const added = { type: 'object', properties: { message }, required: ['message'] };
  return { allOf: [schema, added] };
}

function success(name: CallName, call: Call, schemas: OpenApiSchemas): Json {
  const streams = streamTypes[name];
  const row = schemas.of(call.reply, 'output');
  const schema = call.success ? withMessage(row, call.success) : row;
  const content = streams
    ? streams.map((type) => [type, {}])
    : [['application/json', { schema, example: new OpenApiExamples(schemas.components).of(schema) }]];
  return { description: 'Done', content: Object.fromEntries(content) };
}

const urlResponse = {
  description: 'A URL, or an empty string',
  content: { 'application/json': { schema: { type: 'string' }, example: 'https://example.org/pay' } },
};

function responses(name: CallName, call: Call, schemas: OpenApiSchemas): Json {
  const refused = [...documentedRefusals(name)].map(([status, codes]) => [
    status,
    { ...component('responses', 'Refused'), description: codes.join(', ') },
  ]);
  return {
    ...(call.url && { 200: urlResponse }),
    [call.status ?? 200]: success(name, call, schemas),
    ...Object.fromEntries(refused),
    default: component('responses', 'Refused'),
  };
}

function operation(name: CallName, call: Call, schemas: OpenApiSchemas): Json {
  const isOpen = call.roles.includes('anonymous');
  const notes = [...(call.echoes ? [echoNote] : []), ...(call.encoding === 'multipart' ? [multipartNote] : [])];
  return {
    operationId: name,
    summary: call.summary,
    ...(notes.length > 0 && { description: notes.join(' ') }),
    tags: [call.path.split('/')[2] ?? 'api'],
    security: isOpen ? [] : [{ bearer: [] }, { jwt: [] }],
    'x-who': call.roles,
    parameters: [
      ...parameters(schemas, call.params, 'path'),
      ...parameters(schemas, call.query, 'query'),
      ...(call.idempotent ? [component('parameters', 'IdempotencyKey')] : []),
      ...(isOpen ? [component('parameters', 'AcceptLanguage')] : []),
    ],
    ...requestBody(name, call, schemas),
    responses: responses(name, call, schemas),
  };
}

const echoNote = 'The body may contain other fields of the row as long as their values equal the stored ones.';

const multipartNote = `In a multipart body, a list is sent as one part per item, as parts with numbered names \
(phones[0][number], emails[0]), or as one part with a JSON array. An item or field that is an object is sent as JSON, \
in a part of type application/json or as text; a plain text for an item of phones is its number. A boolean is sent as \
true, false, 1 or 0. An empty part means an empty list, an empty string, or null where the field can be null.`;

const description = `Times are in RFC 3339 format with Z or an offset; responses use UTC with milliseconds. Strings are \
trimmed, except passwords. An empty string for an optional field, and an empty query value, count as absent. Unknown \
fields are rejected. A list is either a plain array or a page, which is an object with count, next, previous, current, \
results and total_count. Pages are requested with page and page_size; a list that can be either is a page if one of \
these is given. Every error response has a code, a message in the language of the account (or of Accept-Language if \
there is no account) and, if particular fields are invalid, a code and a message for each of them under the name used \
in the request.`;

const refused = {
  description: 'Refused',
  content: {
    'application/json': {
      schema: component('schemas', 'Error'),
      example: {
        code: 'invalid',
        message: errorTexts.start_required,
        fields: { start_at: { code: 'start_required', message: errorTexts.start_required } },
        request_id: '0190a5c8-7b1e-7c3a-9d2f-5e6a7b8c9d0e',
      },
    },
  },
};

const headers = { IdempotencyKey: keyHeader, AcceptLanguage: languageHeader };

/** Generates the OpenAPI 3.1 document from the contract. It contains every call that this server offers. */
export function openApiDocument(options: { public_url: string; sync_calls: boolean }): Json {
  const schemas = new OpenApiSchemas();
  schemas.of(ErrorBody, 'output');
  const paths: Record<string, Json> = {};
  for (const name of callNames) {
    if (!options.sync_calls && name.startsWith('sync.')) continue;
    const call = callNamed(name);
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call, schemas) };
  }
  const version = String(CONTRACT_VERSION);
  return {
    openapi: '3.1.0',
    info: { title: 'Haversack', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: options.public_url }],
    paths: schemas.reuseComponents(paths),
    components: {
      schemas: schemas.components,
      parameters: headers,
      responses: { Refused: refused },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        jwt: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'JWT <token>' },
      },
    },
  };
}
