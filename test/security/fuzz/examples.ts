import { callNamed } from '../../../contract/api-calls/index.ts';
import { writes } from '../../../contract/writes/index.ts';
import type { CallerKind } from '../callers.ts';
import { OpenApiExamples } from '../../../server/http/openapi/examples.ts';
import { OpenApiSchemas } from '../../../server/http/openapi/schemas.ts';
import { validArgs } from '../../helpers/valid-args.ts';
import { recordKind } from './record-kinds.ts';
import type { Route } from './routes.ts';
import type { FuzzRequest, Json } from './template.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Offsets from now in seconds, for times that must be in the past or the future. */
const offsets: Readonly<Record<string, number>> = {
  from: -600,
  to: 0,
  start_at: 3600,
  end_at: 7200,
  follow_up_at: 86_400,
  until: 3600,
};

/** Replaces ids with ids of the caller's own records, and example times with times close to the current time. */
function toPlaceholders(value: unknown, name: string, route: Route): Json {
  if (Array.isArray(value)) return value.map((item) => toPlaceholders(item, name, route));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlaceholders(item, key, route)]));
  }
  if (typeof value !== 'string') return value as Json;
  if (UUID.test(value)) {
    const kind = recordKind(name, route);
    return kind === null ? '<new:8>' : `<own:${kind}>`;
  }
  if (INSTANT.test(value)) return `<at:${offsets[name] ?? 0}>`;
  if (name === 'email') return 'nina.<new:7>@example.org';
  if (name === 'sha256') return '<own:portrait>';
  // The name of the caller's own person.
  if (name === 'typed_name') return 'Ivan Petrov';
  return name === 'phone' ? '<phone:1>' : value;
}

const examples = new Map<string, Record<string, Json> | null>();

/** Returns valid arguments of a write, or the OpenAPI example of a call; null for a call without a body. */
export function exampleOf(route: Route): Record<string, Json> | null {
  if (!examples.has(route.label)) examples.set(route.label, createExample(route));
  return examples.get(route.label) ?? null;
}

function createExample(route: Route): Record<string, Json> | null {
  const { write, name } = route;
  if (write) return toPlaceholders(validArgs[write.kind], '', route) as Record<string, Json>;
  const { body } = callNamed(name);
  if (!body) return null;
  const schemas = new OpenApiSchemas();
  const schema = schemas.of(body, 'input');
  const example = new OpenApiExamples(schemas.components).body(name, schema);
  return toPlaceholders(example, '', route) as Record<string, Json>;
}

/** Returns the id of a write: the id of a record of the caller in the required state, or a new id. */
export function recordId({ write }: Route): string {
  if (!write || writes[write.kind].mode === 'create') return '<new:2>';
  return `<own:${recordKind('id', { name: 'sync.push', write })}>`;
}

/** Returns the op of a write. */
export function opOf({ write }: Route, id: string, args: Json): Record<string, Json> {
  const { kind, entity, v } = write!;
  const now = { at: '<at:0>', clock_offset_ms: 0 };
  return {
    op_id: '<new:1>',
    lane: `${entity}:${id}`,
    deps: [],
    kind,
    v,
    entity,
    id,
    base_rev: 0,
    args,
    base: null,
    ...now,
  };
}

/** Returns a push that contains one write with valid arguments. */
export function exampleOfWrite(route: Route, by: CallerKind): FuzzRequest {
  const { method, path } = callNamed(route.name);
  const ops = [opOf(route, recordId(route), exampleOf(route))];
  const value = { proto: 1, device_id: '<own:device>', ops };
  return { route: route.label, by, method, path, query: [], headers: {}, body: { as: 'json', value } };
}
