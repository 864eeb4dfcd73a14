import { uuidv7 } from 'uuidv7';
import type { User } from '../../server/db/tables.ts';
import type { PushOp } from '../../contract/sync.ts';
import { openSyncServer, type Person, type SyncServer } from './sync-server.ts';

/** Creates push ops with writes to leads and people. */
export class LeadOps {
  readonly server: SyncServer;
  constructor(server: SyncServer) {
    this.server = server;
  }

  /** Creates a lead that has been in the pool for ten minutes. Returns the id. */
  async createWaiting(fields: Partial<User> = {}): Promise<string> {
    const plain = { first_name: 'Ivan', last_name: 'Petrov', city: 'Ulm', country: 'DE', status: 'waiting' } as const;
    const since = { waiting_since: this.server.iso(-600_000), password_hash: null, source: 'registration' } as const;
    return (await this.server.plain.user({ ...plain, ...since, ...fields })).id;
  }

  /** Creates a person assigned to this employee. */
  of(holder: Person, fields: Partial<User> = {}): Promise<string> {
    return this.createWaiting({ status: 'processing', waiting_since: null, responsible_id: holder.id, ...fields });
  }

  op(kind: string, id: string, args: Record<string, unknown> = {}, more: { at?: string } = {}): PushOp {
    return this.server.op({ kind, id, args: { ...args, at: this.server.iso() }, ...more });
  }

  take(id: string, args: Record<string, unknown> = {}, more: { at?: string } = {}): PushOp {
    return this.op('lead.take', id, { task_id: uuidv7(), start_in: 15, type: 'call', ...args }, more);
  }

  give(id: string, to: Person, args: Record<string, unknown> = {}): PushOp {
    return this.op('lead.give', id, { to_id: to.id, to_name: null, note: '', ...args });
  }

  reject(id: string, args: Record<string, unknown> = {}): PushOp {
    return this.op('lead.reject', id, { reason: 'overloaded', text: '', ...args });
  }

  close(id: string, args: Record<string, unknown> = {}): PushOp {
    return this.op('lead.close', id, { reason: 'not_interested', text: '', duplicate_of: null, ...args });
  }

  note(person_id: string, text = 'Likes to read', id = uuidv7()): PushOp {
    return this.op('person.note', id, { person_id, text });
  }

  edit(id: string, patch: Record<string, unknown>, base: Record<string, unknown> | null = null, base_rev = 0): PushOp {
    return this.server.op({ kind: 'person.edit', id, args: patch, base, base_rev });
  }

  create(fields: Record<string, unknown> = {}, id = uuidv7()): PushOp {
    return this.op('lead.create', id, {
      first_name: 'Nina',
      last_name: 'Berg',
      middle_name: '',
      phone: this.unusedPhone(),
      email: null,
      telegram: null,
      city: '',
      country: null,
      address: '',
      language: 'de',
      date_birth: null,
      notes: '',
      tags: [],
      groups: [],
      ...fields,
    });
  }

  #last = 0;
  /** Returns an unused phone number. */
  unusedPhone(): string {
    this.#last += 1;
    return `+49171${String(process.pid % 1000).padStart(3, '0')}${String(this.#last).padStart(5, '0')}`;
  }

  /** Creates a call task with a person and finishes it with the given result. */
  async logFinishedCall(holder: Person, linked_user_id: string, result: string): Promise<void> {
    const task = this.server.task({ type: 'call', linked_user_id });
    const workedInterval = { slice_id: uuidv7(), from: this.server.iso(-60_000), to: this.server.iso() };
    const done = { at: this.server.iso(), result, result_note: '', worked: workedInterval };
    for (const op of [task, this.server.op({ kind: 'task.finish', id: task.id, args: done })]) {
      const sent = await this.server.send(holder, op);
      if (sent.status !== 200) throw new Error(`${op.kind} answered ${sent.status} ${String(sent.code)}`);
    }
  }

  /** Returns the rows of an entity that a person's device would mirror. */
  async mirror(person: Person, entity: string, group = 'p1'): Promise<Map<string, Record<string, unknown>>> {
    const { body } = await this.server.snapshot(person, { group, limit: 1000 });
    return new Map(
      body.rows.filter(({ c }) => c === entity).map(({ id, row }) => [id, row as Record<string, unknown>]),
    );
  }

  async userRow(id: string): Promise<User> {
    const { db, scope } = this.server.deps;
    return db.selectFrom('users').selectAll().where('scope', '=', scope).where('id', '=', id).executeTakeFirstOrThrow();
  }

  async addTags(): Promise<void> {
    const { db, scope } = this.server.deps;
    const group_id = uuidv7();
    await db.insertInto('tag_groups').values({ scope, id: group_id, name: 'Interests', position: 1 }).execute();
    for (const [position, name] of ['music', 'books', 'hiking'].entries())
      await db.insertInto('tags').values({ scope, id: uuidv7(), group_id, name, position }).execute();
  }
}

/**
 * Opens a server with a team: Carl and Olga, managed by Mary; Sven, who is in no team; Ada, an admin; and Anna, a
 * learner. `daily_limit` applies to Carl and Olga, for tests that exceed the default.
 */
export async function openLeadWorld({ daily_limit = 20 } = {}) {
  const server = await openSyncServer();
  const ops = new LeadOps(server);
  const mary = await server.manager();
  const carl = await server.consultant({ responsible_id: mary.id, daily_limit });
  const olga = await server.consultant({ responsible_id: mary.id, first_name: 'Olga', daily_limit });
  const stranger = await server.consultant({ first_name: 'Sven' });
  const admin = await server.manager({ is_superuser: true, first_name: 'Ada' });
  const anna = await server.person();
  await ops.addTags();

  /** Returns the current cursors of a person's device. */
  async function currentCursors(person: Person): Promise<Record<string, number>> {
    const { p0 = 0, p1 = 0 } = (await server.changes(person, { p0: 0, p1: 0 })).cursors;
    return { p0, p1 };
  }

  return { server, ops, mary, carl, olga, stranger, admin, anna, currentCursors };
}
