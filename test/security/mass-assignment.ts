import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { callNamed } from '../../contract/api-calls/index.ts';
import { entities } from '../../contract/entities/index.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { z } from '../../contract/zod.ts';
import { codesIn } from '../helpers/server.ts';
import type { SyncServer } from '../helpers/sync-server.ts';
import { callerKinds, mayCall, type CallerKind } from './callers.ts';
import { exampleOf, exampleOfWrite } from './fuzz/examples.ts';
import { recordKind } from './fuzz/record-kinds.ts';
import type { Fuzzer } from './fuzz/fuzzer.ts';
import { allRoutes, type Route, type Schema } from './fuzz/routes.ts';
import type { FuzzBody, FuzzRequest, Json } from './fuzz/template.ts';
import type { MatrixResult } from './role-matrix.ts';

/** The fields that control rights, ownership, money and time. The short version tries only these fields. */
const sensitiveFields = [
  ...['id', 'rev', 'scope', 'user_id', 'owner_id', 'author_id', 'responsible_id', 'assignee_id', 'is_superuser'],
  ...['is_staff', 'is_manager', 'is_active', 'is_blocked', 'is_subscribed', 'subscribed_until', 'created_at'],
  ...['deleted_at', 'password_hash', 'token_version', 'price_cents'],
] as const;

/** Names that other products commonly use for fields that control rights, ownership, money or time. */
const commonNames = [
  'role',
  'roles',
  'owner',
  'responsible',
  'is_admin',
  'verified',
  'email_verified',
  'amount',
  'paid',
];

/** Maximum number of unknown fields per object that the server reports. */
const MAX_FIELDS_PER_REQUEST = 20;

const fieldsOf = (schema: z.ZodMiniType) => Object.keys((schema as z.ZodMiniObject).shape ?? {});

/** Returns every database column and every field of a row, each with a value of its type. */
async function allFields({ deps }: SyncServer): Promise<Map<string, Json>> {
  const { rows } = await sql<{ name: string; type: string }>`select column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(deps.db);
  const values: Record<string, Json> = { boolean: true, integer: 1, bigint: 1, jsonb: {}, date: '2026-03-02' };
  const exampleOfType = (type: string) => (type.startsWith('timestamp') ? '<at:0>' : (values[type] ?? '<missing>'));
  const rowFields = Object.values(entities).flatMap(({ schema }) => fieldsOf(schema));
  return new Map([
    ...[...commonNames, ...rowFields].map((name): [string, Json] => [name, true]),
    ...rows.map(({ name, type }): [string, Json] => [name, exampleOfType(type)]),
  ]);
}

/** Returns the fields that a schema accepts; null if it accepts any field. */
function namesIn(schema: Schema): Set<string> | null {
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(namesIn);
  if (options.length > 0) {
    return options.includes(null) ? null : new Set(options.flatMap((names) => [...(names ?? [])]));
  }
  const acceptsAnyField = !schema.properties && schema.additionalProperties !== false;
  return acceptsAnyField ? null : new Set(Object.keys(schema.properties ?? {}));
}

const schemaAt = (schema: Schema, key: string): Schema => {
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const found = parts.flatMap((part) => part.properties?.[key] ?? part.items ?? []);
  return found.length === 1 ? found[0]! : { anyOf: found };
};

/** An object inside a request body: its path, and the fields that it accepts. */
interface FieldLocation {
  path: readonly string[];
  names: Set<string>;
}

function locationsIn(value: Json, schema: Schema, path: readonly string[] = []): FieldLocation[] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.entries(value).flatMap(([key, item]) =>
    locationsIn(item, schemaAt(schema, key), [...path, key]),
  );
  const names = Array.isArray(value) ? null : namesIn(schema);
  return names === null ? nested : [{ path, names }, ...nested];
}

/** Returns the value with fields added to the object at the path. */
function withFields(value: Json, [key, ...rest]: readonly string[], fields: Record<string, Json>): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (key === undefined) return { ...value, ...fields } as Json;
  const entries = Object.entries(value).map(([name, item]): [string, Json] => [
    name,
    name === key ? withFields(item, rest, fields) : item,
  ]);
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Returns the caller with the most rights among those who may use the route. */
const callerWithMostRights = (route: Route): CallerKind =>
  callerKinds.findLast((kind) => kind !== 'blocked' && mayCall(callNamed(route.name), kind))!;

/** Returns a hash of all rows, except request counts and the times when devices were last seen. */
async function hashOfAllRows({ deps }: SyncServer): Promise<string> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'scope'
    and table_name not in ('sync_devices', 'request_counts')
    and table_name not in (select relname from pg_class where relispartition) order by 1`.execute(deps.db);
  const hash = createHash('sha256');
  for (const { name } of rows) {
    const found = await sql<{ all: string }>`select coalesce(string_agg(t::text, ' ' order by t::text), '') as "all"
      from ${sql.table(name)} t where scope = ${deps.scope}`.execute(deps.db);
    hash.update(`${name} ${found.rows[0]?.all}\n`);
  }
  return hash.digest('hex');
}

/** Sends requests with fields that callers must not set. */
class Assignment {
  cells = 0;
  readonly wrong: string[] = [];
  private readonly fuzzer: Fuzzer;
  private readonly fields: ReadonlyMap<string, Json>;
  private readonly isShortVersion: boolean;
  constructor(fuzzer: Fuzzer, fields: ReadonlyMap<string, Json>, isShortVersion: boolean) {
    this.fuzzer = fuzzer;
    this.fields = fields;
    this.isShortVersion = isShortVersion;
  }

  /** Returns the objects inside a body; in the short version, only the body itself. */
  private places(value: Json, schema: Schema): FieldLocation[] {
    const places = locationsIn(value, schema);
    return this.isShortVersion ? places.slice(0, 1) : places;
  }

  /** Sends all fields that the object does not accept, in batches, and records those that were not refused. */
  private async batches(
    label: string,
    { path, names }: FieldLocation,
    refused: (fields: Record<string, Json>) => Promise<Record<string, string>>,
  ): Promise<void> {
    const forbidden = [...this.fields].filter(([name]) => !names.has(name));
    for (let start = 0; start < forbidden.length; start += MAX_FIELDS_PER_REQUEST) {
      const batch = Object.fromEntries(forbidden.slice(start, start + MAX_FIELDS_PER_REQUEST));
      const codes = await refused(batch);
      for (const name of Object.keys(batch)) {
        const key = [...path, name].join('.');
        this.cells += 1;
        if (codes[key] !== 'unknown' && codes[key] !== 'read_only') this.wrong.push(`${label} ${key}`);
      }
    }
  }

  /** Sends a request and returns the error codes of its fields. */
  private async codes(request: FuzzRequest): Promise<Record<string, string>> {
    const { text, status } = await this.fuzzer.send(request);
    const body = JSON.parse(text || '{}') as { results?: { status: number; fields?: Record<string, string> }[] };
    const [result] = body.results ?? [];
    if (result) return result.status === 400 ? (result.fields ?? {}) : {};
    return status === 400 ? codesIn(body as Record<string, unknown>) : {};
  }

  async testCall(route: Route): Promise<void> {
    const { method, path, encoding, echoes, reply } = callNamed(route.name);
    const plain = { route: route.label, by: callerWithMostRights(route), method, query: [], headers: {} };
    const url = path.replace('{sha256}', '<own:portrait>').replace(/\{\w+\}/g, '<own:contact>');
    const send = (body: FuzzBody, query: [string, string][] = []) => this.codes({ ...plain, path: url, query, body });
    const value = exampleOf(route);
    // Do not send the fields of the row: runEchoes checks that a call accepts them only with the stored values. Fields
    // that the server calculates for its reply are ignored; the check at the end ensures that they change no row.
    const row = echoes ? [...fieldsOf(entities[echoes].schema), ...fieldsOf(reply)] : [];
    for (const place of value && route.body ? this.places(value, route.body) : []) {
      const names = place.path.length === 0 ? new Set([...place.names, ...row]) : place.names;
      await this.batches(route.label, { ...place, names }, (fields) =>
        send({ as: 'json', value: withFields(value, place.path, fields) }),
      );
    }
    if (route.query) {
      const names = new Set(Object.keys(route.query.properties ?? {}));
      await this.batches(`${route.label} query`, { path: [], names }, (fields) =>
        send(
          value ? { as: 'json', value } : { as: 'none' },
          Object.keys(fields).map((name) => [name, '1']),
        ),
      );
    }
    if (encoding === 'multipart' && route.body) {
      const names = new Set([...(namesIn(route.body) ?? []), ...row, ...(callNamed(route.name).files ?? [])]);
      await this.batches(`${route.label} form`, { path: [], names }, (fields) =>
        send({ as: 'parts', parts: Object.keys(fields).map((name) => ({ name, text: '1' })) }),
      );
    }
  }

  async testWrite(route: Route): Promise<void> {
    const example = exampleOfWrite(route, 'admin');
    const push = (example.body as Extract<FuzzBody, { as: 'json' }>).value;
    const op = (push as { ops: Json[] }).ops[0] as Record<string, Json>;
    const send = (value: Json) =>
      this.codes({ ...example, body: { as: 'json', value: { ...(push as object), ops: [value] } } });
    for (const place of this.places(op['args']!, route.write!.args)) {
      await this.batches(route.label, place, (fields) =>
        send({ ...op, args: withFields(op['args']!, place.path, fields) }),
      );
    }
    // All writes are sent inside an op, and all ops have the same schema, so the short version tests only one kind of
    // write.
    if (this.isShortVersion && route.write!.kind !== 'comment.add') return;
    await this.batches(
      `${route.label} op`,
      { path: [], names: new Set([...Object.keys(op), 'atomic_group', 'supersedes']) },
      (fields) => send({ ...op, ...fields }),
    );
  }
}

/** Returns values for a field that differ from the given one. Most of them have the same type. */
function otherValues(value: unknown): Json[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1];
  if (value === null) return ['<missing>', '<at:0>', true, 1, 'other'];
  return ['<missing>', '<at:-86400>', 'other', {}];
}

/** A change that the call accepts, for each entity whose rows have no city. */
const changes: Partial<Record<EntityName, Record<string, Json>>> = {
  contact_categories: { color: 'sky' },
  flows: { title: 'Other' },
  landing_blocks: { hidden: true },
};

/**
 * Tests the calls that accept the row that they return: a field that the call cannot change must be accepted with the
 * stored value and refused with any other value.
 */
async function runEchoes(fuzzer: Fuzzer, isTried: (field: string) => boolean): Promise<MatrixResult> {
  const wrong: string[] = [];
  let cells = 0;
  for (const route of allRoutes().filter(({ name, write }) => !write && callNamed(name).echoes)) {
    const { method, path, echoes } = callNamed(route.name);
    const accepted = namesIn(route.body!) ?? new Set();
    const send = async (value: Json) => {
      const url = path.replace(/\{(\w+)\}/g, (_, field: string) => `<own:${recordKind(field, route)}>`);
      const body = { as: 'json', value } as const;
      return fuzzer.send({ route: route.label, by: 'subscriber', method, path: url, query: [], headers: {}, body });
    };
    const change = changes[echoes!] ?? { city: 'Ulm' };
    const rowIn = (text: string) => {
      const body = JSON.parse(text) as Record<string, Json>;
      return (body['user'] ?? body) as Record<string, Json>;
    };
    let row = rowIn((await send(change)).text);
    for (const name of fieldsOf(entities[echoes!].schema).filter((field) => !accepted.has(field) && isTried(field))) {
      cells += 2;
      for (const value of otherValues(row[name])) {
        const { status, text } = await send({ ...change, [name]: value });
        const code = status === 400 ? codesIn(JSON.parse(text) as Record<string, unknown>)[name] : undefined;
        if (code !== 'read_only' && code !== 'unknown')
          wrong.push(`${route.label} ${name} as ${JSON.stringify(value)}`);
      }
      // Some rows do not have all fields.
      if (row[name] === undefined) continue;
      const reply = await send({ ...change, [name]: row[name] });
      if (reply.status !== 200) wrong.push(`${route.label} ${name} as stored`);
      else row = rowIn(reply.text);
    }
  }
  return { cells, wrong };
}

/**
 * Sends every call and write with each field that its caller must not set. The response must refuse each field by its
 * name, and no row may change. With `isShortVersion`, only the fields in `sensitiveFields` are sent, and only in the
 * body itself, not in its nested objects.
 */
export async function runMassAssignment(
  server: SyncServer,
  fuzzer: Fuzzer,
  { isShortVersion = false } = {},
): Promise<MatrixResult> {
  const all = await allFields(server);
  const fields = isShortVersion ? new Map(sensitiveFields.map((name) => [name, all.get(name) ?? true])) : all;
  const assignment = new Assignment(fuzzer, fields, isShortVersion);
  const before = await hashOfAllRows(server);
  for (const route of allRoutes()) await (route.write ? assignment.testWrite(route) : assignment.testCall(route));
  const { wrong } = assignment;
  if ((await hashOfAllRows(server)) !== before) wrong.push('a refused request changed a row');
  const echoes = await runEchoes(fuzzer, (field) => fields.has(field));
  return { cells: assignment.cells + echoes.cells, wrong: [...wrong, ...echoes.wrong] };
}
