import type { InjectOptions } from 'fastify';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { ChangesReply, PushOp, PushReply, SnapshotReply } from '../../contract/sync.ts';
import { writeNamed } from '../../contract/writes/index.ts';
import { callerOf } from '../../server/caller.ts';
import type { Deps } from '../../server/deps.ts';
import type { LessonsTable, TasksTable, User } from '../../server/db/tables.ts';
import type { Caller } from '../../server/handlers.ts';
import { openTestServer, roles, type TestServer } from './server.ts';
import { syncStamps } from './stamps.ts';

/** A person with one device. */
export interface Person {
  id: string;
  token: string;
  device_id: string;
}

export interface ApiAnswer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

export interface OpFields {
  kind: string;
  id: string;
  args: unknown;
  op_id?: string;
  lane?: string;
  deps?: string[];
  base?: Record<string, unknown> | null;
  base_rev?: number;
  at?: string;
  atomic_group?: string;
  clock_offset_ms?: number;
}

type Query = Record<string, number | string>;

const usesPostgres = process.env['TEST_DATABASE_URL'] !== undefined;

const search = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();

/** The test server with functions that act as devices: they create ops, push and pull. */
export class SyncServer {
  readonly isPostgres = usesPostgres;
  readonly deps: Deps;
  readonly plain: TestServer;

  constructor(plain: TestServer) {
    this.plain = plain;
    this.deps = plain.deps;
  }

  get now(): number {
    return this.plain.clock.now().getTime();
  }

  /** Returns the current time of the server plus an offset, in ISO format. */
  iso(offset_ms = 0): string {
    return new Date(this.now + offset_ms).toISOString();
  }

  pass(ms: number): void {
    this.plain.clock.advance(ms);
  }

  /** Creates a person, by default a learner without a subscription. */
  async person(fields: Partial<User> = {}): Promise<Person> {
    const user = await this.plain.user({ last_name: 'Person', subscribed_until: null, ...fields });
    // The token expires so late that tests can move the clock.
    return { id: user.id, token: await this.plain.tokenFor(user, 365 * 86_400), device_id: uuidv7() };
  }

  /** Creates a token for a new login of the person. */
  newToken({ id }: Person): Promise<string> {
    return this.plain.tokenFor({ id, scope: this.plain.scope, token_version: 1 });
  }

  consultant(fields: Partial<User> = {}): Promise<Person> {
    return this.person({ ...roles.consultant, first_name: 'Carl', ...fields });
  }

  manager(fields: Partial<User> = {}): Promise<Person> {
    return this.person({ ...roles.manager, first_name: 'Mary', ...fields });
  }

  async caller({ id }: Person): Promise<Caller> {
    const { db, scope } = this.deps;
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('scope', '=', scope)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return callerOf(user, this.iso());
  }

  async category(): Promise<string> {
    const id = uuidv7();
    const fields = {
      slug: 'start',
      title: 'Start',
      description: '',
      language: 'en' as const,
      color: 'teal',
      position: 1,
    };
    const row = { scope: this.deps.scope, id, path: id, source_hash: '', ...fields, ...syncStamps(this.iso()) };
    await this.deps.db.insertInto('categories').values(row).execute();
    return id;
  }

  async lesson(category_id: string, fields: Partial<Insertable<LessonsTable>> = {}): Promise<string> {
    const id = uuidv7();
    const text = { title: 'Listening', language: 'en' as const, body: '<p>Text</p>', media: '[]' };
    const row = { id, path: id, source_hash: '', category_id, position: 1, duration_min: 10, free: true, ...text };
    await this.deps.db
      .insertInto('lessons')
      .values({ scope: this.deps.scope, ...row, ...syncStamps(this.iso()), ...fields })
      .execute();
    return id;
  }

  comments() {
    const query = this.deps.db.selectFrom('comments').selectAll().where('scope', '=', this.deps.scope);
    return query.orderBy('created_at').orderBy('id').execute();
  }

  /** Records that a person has lost access to a record. */
  async recordLostAccess({ id: user_id }: Person, entity: EntityName, entity_id: string): Promise<void> {
    const row = { scope: this.deps.scope, user_id, entity, entity_id, rev: 1 };
    await this.deps.db.insertInto('access_revocations').values(row).execute();
  }

  async setTask(id: string, change: Partial<Pick<TasksTable, 'closed_at' | 'state'>>): Promise<void> {
    await this.deps.db
      .updateTable('tasks')
      .set(change)
      .where('scope', '=', this.deps.scope)
      .where('id', '=', id)
      .execute();
  }

  async call<T = Record<string, unknown>>(
    person: Person | null,
    method: 'GET' | 'POST',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    const authorization = person && { authorization: `Bearer ${person.token}` };
    const request: InjectOptions = { method, url, headers: { ...authorization, ...headers } };
    if (body !== undefined) request.payload = body as object;
    const reply = await this.plain.app.inject(request);
    return { status: reply.statusCode, body: JSON.parse(reply.body || 'null') as T, headers: reply.headers };
  }

  op({ kind, id, args, ...more }: OpFields): PushOp {
    const entity = writeNamed(kind)?.entity ?? 'comments';
    const plain = { deps: [], v: 1, base_rev: 0, base: null, at: this.iso(), clock_offset_ms: 0 };
    return { op_id: uuidv7(), lane: `${entity}:${id}`, ...plain, ...more, kind, entity, id, args };
  }

  comment(text: string, more: Partial<OpFields> & { lesson?: string | null; parent?: string | null } = {}): PushOp {
    const { lesson = null, parent = null, ...rest } = more;
    return this.op({ kind: 'comment.add', id: uuidv7(), args: { lesson, parent, text, at: this.iso() }, ...rest });
  }

  /** Creates the op of a meeting that starts in an hour. */
  task(more: Record<string, unknown> = {}): PushOp {
    const times = { start_at: this.iso(3_600_000), end_at: this.iso(7_200_000), at: this.iso() };
    const nobody = { linked_user_id: null, linked_name: null, follow_up_of: null };
    const plain = {
      type: 'meet',
      title: 'Meet the group',
      place: '',
      description: '',
      priority: 'normal',
      reminders: [],
      source: 'manual',
    };
    return this.op({ kind: 'task.create', id: uuidv7(), args: { ...plain, ...nobody, ...times, ...more } });
  }

  async push(person: Person, ops: readonly unknown[]): Promise<PushReply> {
    const reply = await this.call<PushReply>(person, 'POST', '/api/sync/push', {
      proto: 1,
      device_id: person.device_id,
      ops,
    });
    if (reply.status !== 200) throw new Error(`push answered ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  /** Pushes one op and returns its result. */
  async send(person: Person, op: PushOp) {
    const [result] = (await this.push(person, [op])).results;
    if (!result) throw new Error('no result');
    return result;
  }

  async changes(person: Person, query: Query = { p0: 0, p1: 0, p2: 0, p3: 0 }): Promise<ChangesReply> {
    const reply = await this.call<ChangesReply>(
      person,
      'GET',
      `/api/sync/changes?${search({ device_id: person.device_id, ...query })}`,
    );
    if (reply.status !== 200) throw new Error(`changes answered ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  snapshot(person: Person, query: Query): Promise<ApiAnswer<SnapshotReply>> {
    return this.call<SnapshotReply>(
      person,
      'GET',
      `/api/sync/snapshot?${search({ device_id: person.device_id, ...query })}`,
    );
  }

  close(): Promise<void> {
    return this.plain.close();
  }
}

export async function openSyncServer(options: Parameters<typeof openTestServer>[0] = {}): Promise<SyncServer> {
  return new SyncServer(await openTestServer(options));
}

/**
 * Opens a server whose scope is the only scope with revisions. A new epoch begins in all scopes of a database that have
 * revisions, so this deletes the counters of earlier test files.
 */
export async function openOnlyScope(): Promise<SyncServer> {
  const server = await openSyncServer();
  await server.deps.db.deleteFrom('sync_counter').execute();
  return server;
}

/** Requests the bytes of a file, and returns the status of the response. */
export async function fetchBlobStatus({ plain }: SyncServer, { token }: Person, sha256: string): Promise<number> {
  const url = `/api/sync/blobs/${sha256}`;
  return (await plain.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
}
