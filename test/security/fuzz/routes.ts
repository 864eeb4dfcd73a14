import { callNamed, callNames, type CallName } from '../../../contract/api-calls/index.ts';
import type { EntityName } from '../../../contract/entities/stores.ts';
import { writes, type WriteName } from '../../../contract/writes/index.ts';
import { z } from '../../../contract/zod.ts';

/** The keywords of JSON Schema that the generator uses. */
export interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** A call of the contract, or one kind of write in a push. */
export interface Route {
  label: string;
  name: CallName;
  params: Schema | null;
  query: Schema | null;
  body: Schema | null;
  write: { kind: WriteName; entity: EntityName; isPatch: boolean; v: number; args: Schema } | null;
}

const schemaOf = (schema: z.ZodMiniType | undefined): Schema | null =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : null;

const routeOfCall = (name: CallName): Route => {
  const { params, query, body } = callNamed(name);
  return { label: name, name, params: schemaOf(params), query: schemaOf(query), body: schemaOf(body), write: null };
};

const routeOfWrite = (kind: WriteName): Route => {
  const { entity, mode, v, args } = writes[kind];
  const write = { kind, entity, isPatch: mode === 'patch', v, args: schemaOf(args as z.ZodMiniType)! };
  return { label: `push ${kind}`, name: 'sync.push', params: null, query: null, body: null, write };
};

/** Event streams do not end, so they are left out here. The role matrix opens them over a socket. */
const endless: readonly CallName[] = ['sync.events'];

/** Returns every call and every write of the contract. */
export function allRoutes(): Route[] {
  const named = callNames.filter((name) => !endless.includes(name));
  return [...named.map(routeOfCall), ...(Object.keys(writes) as WriteName[]).map(routeOfWrite)];
}

const patterns = callNames.map((name) => {
  const { method, path } = callNamed(name);
  const pattern = path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+');
  return { name, method, pattern: new RegExp(`^${pattern}/?$`) };
});

/**
 * Returns the call to which a method and a path lead; null if there is none. Paths without parameters take precedence.
 */
export function callAt(method: string, path: string): CallName | null {
  // Clients resolve the segments `.` and `..` before they send a path.
  const { pathname } = URL.parse(path, 'http://localhost') ?? {};
  if (pathname === undefined) return null;
  const fitting = patterns.filter((candidate) => candidate.method === method && candidate.pattern.test(pathname));
  const literal = fitting.find(({ name }) => !callNamed(name).path.includes('{'));
  return (literal ?? fitting[0])?.name ?? null;
}
