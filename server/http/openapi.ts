import type { Call } from '../../contract/calls/define.ts';
import { callNamed, callNames, type CallName } from '../../contract/calls/index.ts';
import { ErrorBody } from '../../contract/error-body.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import { z } from '../../contract/zod.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const json: object = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== '$schema' && !key.startsWith('~')));
}

/** Each field of a flat object as a parameter. */
function parameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
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
  description: 'UUID of the write; a request with the same key and body is applied once and gets the same response',
  schema: { type: 'string', format: 'uuid' },
};

const types = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'application/json'],
  multipart: ['multipart/form-data', 'application/json'],
  bytes: ['application/offset+octet-stream', 'application/octet-stream'],
} as const;

/** Media types of calls whose response is not JSON. */
const streamTypes: Partial<Record<CallName, string>> = {
  'sync.events': 'text/event-stream',
  'sync.blob': 'image/*',
  'books.file': 'application/octet-stream',
};

function requestBody({ body, encoding = 'json' }: Call): Json {
  if (!body && encoding !== 'bytes') return {};
  const schema = body ? schemaOf(body, 'input') : { type: 'string', format: 'binary' };
  return {
    requestBody: { required: true, content: Object.fromEntries(types[encoding].map((type) => [type, { schema }])) },
  };
}

function operation(name: CallName, call: Call): Json {
  const type = streamTypes[name] ?? 'application/json';
  const success = { description: 'Done', content: { [type]: { schema: schemaOf(call.reply, 'output') } } };
  const isOpen = call.roles.includes('anonymous');
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[2] ?? 'api'],
    security: isOpen ? [] : [{ bearer: [] }, { jwt: [] }],
    'x-who': call.roles,
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.idempotent ? [keyHeader] : []),
    ],
    ...requestBody(call),
    responses: { [call.status ?? 200]: success, default: { $ref: '#/components/responses/Error' } },
  };
}

/** The OpenAPI 3.1 document, generated from the contract: every call that this server serves. */
export function openApi(options: { public_url: string; sync_calls: boolean }): Json {
  const paths: Record<string, Json> = {};
  for (const name of callNames) {
    if (!options.sync_calls && name.startsWith('sync.')) continue;
    const call = callNamed(name);
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Haversack', version: String(CONTRACT_VERSION), license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: options.public_url }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      responses: {
        Error: {
          description: 'Refused, with one of the documented error codes',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        jwt: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'JWT <token>' },
      },
    },
  };
}
