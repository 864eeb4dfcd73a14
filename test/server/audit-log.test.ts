import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditLine } from '../../contract/api-calls/admin.ts';
import { addAuditEntry } from '../../server/audit.ts';
import { openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let admin: TestUser;
let olga: TestUser;
let nina: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.user({ ...roles.admin, first_name: 'Viktor', last_name: 'Adler' });
  olga = await server.user({ ...roles.consultant, first_name: 'Olga', last_name: 'Sommer' });
  nina = await server.user({ first_name: 'Nina', last_name: 'Wolf' });
});
afterAll(() => server.close());
beforeEach(() => server.db.deleteFrom('audit_log').where('scope', '=', server.scope).execute());

const DAY = 86_400_000;
const at = (days: number) => new Date(Date.parse('2026-03-02T08:00:00.000Z') + days * DAY).toISOString();
const write = (entry: { action?: string; at?: string; actor_id?: string; target_id?: string; detail?: object }) =>
  server.db
    .transaction()
    .execute((tx) => addAuditEntry(tx, { scope: server.scope, at: at(0), action: 'blocked', ...entry } as never));
const read = async (query: Record<string, string | number> = {}) => {
  const { status, body } = await server.call('admin.audit_log', { token: admin.token, query });
  return { status, code: body['code'], ...(body as unknown as { results: AuditLine[]; next: string | null }) };
};

describe('the audit log', () => {
  it('lists audit entries newest first, with the names of actor and target and the details', async () => {
    await write({ at: at(0), actor_id: olga.id, target_id: nina.id, detail: { fields: ['city'] } });
    await write({ at: at(1), action: 'epoch_begun' });
    const { results, next } = await read();
    expect(results).toMatchObject([
      { action: 'epoch_begun', at: at(1), actor_id: null, actor_name: null, target_id: null, target_name: null },
      { action: 'blocked', actor_name: 'Olga Sommer', target_name: 'Nina Wolf', detail: { fields: ['city'] } },
    ]);
    expect(next).toBeNull();
  });

  it('filters audit entries by action, actor, target and period', async () => {
    await write({ at: at(0), action: 'blocked', actor_id: olga.id, target_id: nina.id });
    await write({ at: at(1), action: 'unblocked', actor_id: admin.id, target_id: nina.id });
    await write({ at: at(2), action: 'blocked', actor_id: admin.id, target_id: olga.id });
    const found = async (query: Record<string, string>) => (await read(query)).results.map((line) => line.at);
    expect(await found({ action: 'blocked' })).toEqual([at(2), at(0)]);
    expect(await found({ actor_id: admin.id.toUpperCase() })).toEqual([at(2), at(1)]);
    expect(await found({ target_id: nina.id.toUpperCase() })).toEqual([at(1), at(0)]);
    expect(await found({ from: at(1) })).toEqual([at(2), at(1)]);
    expect(await found({ until: at(1) })).toEqual([at(0)]);
    expect(await found({ from: at(1), until: at(2), actor_id: admin.id })).toEqual([at(1)]);
    expect(await found({ action: 'blocked', target_id: nina.id, from: at(1) })).toEqual([]);
  });

  it('pages the audit log by cursor, so that new entries cause no repeated or skipped entry', async () => {
    for (let made = 0; made < 5; made += 1) await write({ at: at(0), detail: { made } });
    const made = (lines: readonly AuditLine[]) => lines.map(({ detail }) => detail['made']);
    const first = await read({ page_size: 2 });
    await write({ at: at(3) });
    const second = await read({ page_size: 2, cursor: first.next! });
    const third = await read({ page_size: 2, cursor: second.next! });
    expect([made(first.results), made(second.results), made(third.results)]).toEqual([[4, 3], [2, 1], [0]]);
    expect(third.next).toBeNull();
  });

  it.each([
    ['at', [0, 1, 2, 3, 4, 5]],
    ['-at', [5, 4, 3, 2, 1, 0]],
    ['action', [4, 2, 0, 5, 3, 1]],
    ['-action', [5, 3, 1, 4, 2, 0]],
  ] as const)('pages the audit log in the order %s without repeating or skipping entries', async (order, expected) => {
    for (let made = 0; made < 6; made += 1)
      await write({ at: at(made), action: made % 2 === 0 ? 'blocked' : 'unblocked', detail: { made } });
    const found: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({ order, page_size: 2, ...(cursor && { cursor }) });
      // Add an entry that belongs on the page that was already read.
      if (cursor === null)
        await write({ at: order === 'at' ? at(-1) : at(9), action: order === '-action' ? 'z' : 'a' });
      found.push(...page.results.map(({ detail }) => detail['made']));
      cursor = page.next;
    } while (cursor !== null);
    expect(found).toEqual(expected);
  });

  it('returns 50 audit entries per page unless the query asks for another number', async () => {
    for (let entry = 0; entry < 51; entry += 1) await write({});
    const { results, next } = await read();
    expect([results.length, next === null]).toEqual([50, false]);
    expect((await read({ page_size: 51 })).next).toBeNull();
  });

  it('shows no audit entry of another organisation', async () => {
    const scope = `other-${uuidv7()}`;
    await server.db.transaction().execute((tx) => addAuditEntry(tx, { scope, at: at(0), action: 'blocked' }));
    expect((await read()).results).toEqual([]);
  });

  it.each([
    { cursor: 'x' },
    { cursor: Buffer.from('["2026-03-02"]').toString('base64url') },
    { cursor: 'x'.repeat(201) },
    { action: 'Blocked!' },
    { actor_id: 'me' },
    { from: 'yesterday' },
    { page_size: 101 },
    { search: 'x' },
    { order: 'actor' },
  ])('refuses the audit log query %j', async (query) => expect((await read(query as never)).status).toBe(400));

  it('has an index for each filter and order of the audit log', async () => {
    const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
      where tablename = 'audit_log'`.execute(server.db);
    const columns = rows.map(({ indexdef }) => /\((.*?)\)/.exec(indexdef)?.[1]);
    expect(columns).toEqual(
      expect.arrayContaining([
        'scope, at DESC, id DESC',
        'scope, action, at DESC, id DESC',
        'scope, action DESC, at DESC, id DESC',
        'scope, actor_id, at DESC, id DESC',
        'scope, target_id, at',
      ]),
    );
  });
});
