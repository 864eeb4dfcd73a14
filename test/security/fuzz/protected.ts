import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { CANARY, openWorld, type ForeignRecords } from '../foreign-records.ts';
import type { Records } from './world.ts';
import type { SyncServer } from '../../helpers/sync-server.ts';
import { TEST_PASSWORD } from '../../helpers/server.ts';

/** Tables with rows of the protected team, and the columns that contain the ids of its users. */
const tables: readonly (readonly [table: string, column: string])[] = [
  ['users', 'id'],
  ['refresh_tokens', 'user_id'],
  ['sync_devices', 'user_id'],
  ['contacts', 'owner_id'],
  ['contact_categories', 'owner_id'],
  ['interactions', 'author_id'],
  ['donations', 'author_id'],
  ['recurring_donations', 'user_id'],
  ['tasks', 'assignee_id'],
  ['person_events', 'by_id'],
  ['tickets', 'author_id'],
  ['ticket_messages', 'author_id'],
  ['comments', 'author_id'],
  ['handovers', 'from_id'],
  ['library_items', 'user_id'],
  ['flows', 'owner_id'],
  ['landing_blocks', 'owner_id'],
  ['saved_views', 'owner_id'],
  ['telegram_chats', 'user_id'],
];

/** An employee of another team with assigned people and records. No request may read or change any of this data. */
export class ProtectedWorld {
  /** Ids of the protected records, which requests may contain. */
  readonly named: Records;
  private readonly server: SyncServer;
  private readonly people: readonly string[];
  private before = '';

  private constructor(server: SyncServer, records: ForeignRecords, people: readonly string[], email: string) {
    this.server = server;
    this.people = people;
    const { person, task, employee } = records;
    this.named = { ...records, lead: person, running: task, me: employee, email };
  }

  static async open(server: SyncServer): Promise<ProtectedWorld> {
    const { db, scope } = server.deps;
    const { records } = await openWorld(server);
    // Replace the texts in comments of the team, because all users may read them.
    await db.updateTable('comments').set({ text: 'Thanks' }).where('scope', '=', scope).execute();
    const employee = await db
      .updateTable('users')
      .set({ last_name: 'Sommer' })
      .where('scope', '=', scope)
      .where('id', '=', records.employee)
      .returning(['email', 'responsible_id'])
      .executeTakeFirstOrThrow();
    const author = await db.selectFrom('tickets').select('author_id').where('id', '=', records.request).execute();
    const page = { origin: 'http://localhost:8080', 'x-haversack-client': 'web/2' };
    const body = { username: employee.email, password: TEST_PASSWORD };
    await server.plain.call('accounts.login', { body, headers: page });
    const people = [records.employee, records.person, employee.responsible_id!, ...author.map((row) => row.author_id)];
    const world = new ProtectedWorld(server, records, people, employee.email!);
    world.before = await world.state();
    return world;
  }

  private async state(): Promise<string> {
    const { db, scope } = this.server.deps;
    const hash = createHash('sha256');
    for (const [table, column] of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t
        where scope = ${scope} and ${sql.ref(column)} in (${sql.join(this.people)}) order by 1`.execute(db);
      hash.update(`${table}: ${rows.map(({ row }) => row).join('\n')}\n`);
    }
    return hash.digest('hex');
  }

  /** Returns true if a row has changed since the last check. */
  async hasChanged(): Promise<boolean> {
    const now = await this.state();
    const hasChanged = now !== this.before;
    this.before = now;
    return hasChanged;
  }

  /** Returns true if a response contains text of a protected record. */
  static isIn(text: string): boolean {
    return text.includes(CANARY);
  }
}
