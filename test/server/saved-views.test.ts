import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_SAVED_VIEWS } from '../../contract/values.ts';
import { eraseAccount } from '../../server/features/accounts/deletion.ts';
import { withoutOpId } from '../helpers/contacts.ts';
import { openSyncServer, type OpFields, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let carl: Person;
let mary: Person;

beforeAll(async () => {
  server = await openSyncServer();
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
});
afterAll(() => server.close());

const create = (fields: Record<string, unknown> = {}, id = uuidv7()) => {
  const args = { table: 'people', name: 'Active', params: { status: 'active' }, position: 0, at: server.iso() };
  return server.op({ kind: 'saved_view.create', id, args: { ...args, ...fields } });
};
const edit = (id: string, args: Record<string, unknown>, more: Partial<OpFields> = {}) =>
  server.op({ kind: 'saved_view.edit', id, args, ...more });
const remove = (id: string) => server.op({ kind: 'saved_view.delete', id, args: { at: server.iso() } });

async function addView(person: Person, fields: Record<string, unknown> = {}): Promise<{ id: string; rev: number }> {
  const op = create(fields);
  const result = await server.send(person, op);
  expect(result).toMatchObject({ status: 200, row: { id: op.id } });
  return { id: op.id, rev: result.rev! };
}

async function viewsOf(person: Person): Promise<Record<string, unknown>[]> {
  const { body } = await server.snapshot(person, { group: 'p1', limit: 1000 });
  return body.rows.filter((row) => row.c === 'saved_views').map(({ row }) => row as Record<string, unknown>);
}

describe('saved views', () => {
  it("sends a saved view to the employee's other devices and to no one else, not even the manager", async () => {
    const { id } = await addView(carl);
    for (const [person, isExpected] of [
      [{ ...carl, device_id: uuidv7() }, true],
      [mary, false],
    ] as const) {
      const { changes } = await server.changes(person, { p1: 0 });
      expect(changes.some((change) => change.c === 'saved_views' && change.id === id)).toBe(isExpected);
      expect((await viewsOf(person)).some((row) => row['id'] === id)).toBe(isExpected);
    }
  });

  it('saved views can be renamed, moved and changed, and the last edit wins', async () => {
    const { id, rev } = await addView(carl, { name: 'Before' });
    const more = { base: { name: 'Before', params: { status: 'active' } }, base_rev: rev };
    await server.send(carl, edit(id, { name: 'First', params: { q: 'Bonn' } }, more));
    const second = await server.send(carl, edit(id, { name: 'Second', position: 3 }, more));
    expect(second).toMatchObject({ status: 200, row: { name: 'Second', params: { q: 'Bonn' }, position: 3 } });
    const same = await server.send(carl, edit(id, { name: 'Second' }));
    expect(same).toMatchObject({ status: 200, rev: second.rev });
  });

  it('saved views may have the same name, and a repeated create adds no second view', async () => {
    const olga = await server.consultant();
    const op = create({ name: 'Twins' });
    await server.send(olga, op);
    expect(await server.send(olga, create({ name: 'Other' }, op.id))).toMatchObject({
      status: 200,
      row: { name: 'Twins' },
    });
    await addView(olga, { name: 'Twins' });
    expect((await viewsOf(olga)).map((row) => row['name'])).toEqual(['Twins', 'Twins']);
  });

  it('accepts at most thirty saved views for each table', async () => {
    const olga = await server.consultant();
    const many = Array.from({ length: MAX_SAVED_VIEWS }, (_, index) => create({ name: `No ${index}` }));
    const { results } = await server.push(olga, many);
    expect(results).toHaveLength(30);
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect(await server.send(olga, create())).toMatchObject({ status: 422, code: 'views_full' });
    await addView(olga, { table: 'partners', params: { commission: 'yes' } });
    await server.send(olga, remove(many[0]!.id));
    await addView(olga);
  });

  it('accepts at most thirty saved views if two devices add the last view at the same time', async () => {
    const olga = await server.consultant();
    await server.push(
      olga,
      Array.from({ length: MAX_SAVED_VIEWS - 1 }, () => create()),
    );
    const tablet = { ...olga, device_id: uuidv7() };
    const results = await Promise.all([server.send(olga, create()), server.send(tablet, create())]);
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('saved views accept only the filters and orders of their table', async () => {
    for (const [table, params] of [
      ['people', { commission: 'yes' }],
      ['people', { status: 'asleep' }],
      ['people', { order: 'phone' }],
      ['people', { page: '2' }],
      ['partners', { language: 'de' }],
      ['users', { role: 'king' }],
      ['leads', { sort: 'phone' }],
      ['leads', { tab: 'waiting' }],
      ['donations', { donation_state: 'lost' }],
      ['donations', { sort: 'comment' }],
      ['employees', { work_state: 'asleep' }],
      ['employees', { sort: 'phone' }],
      ['tasks', {}],
    ] as const)
      expect(await server.send(carl, create({ table, params }))).toMatchObject({ status: 400, code: 'invalid' });
    await addView(carl, { table: 'leads', params: { status: 'active', language: 'de', sort: 'city', down: '1' } });
    await addView(carl, {
      table: 'donations',
      params: { donation_state: 'confirmed', method: 'cash', sort: 'amount' },
    });
    await addView(carl, {
      table: 'employees',
      params: { work_state: 'off', country: 'DE', sort: 'pending', down: '1' },
    });
    const { id } = await addView(carl, { table: 'users', params: { role: 'manager', order: '-name' } });
    expect(await server.send(carl, edit(id, { params: { city: 'Bonn' } }))).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { params: 'invalid' },
    });
    expect(await server.send(carl, edit(id, { table: 'people' }))).toMatchObject({ status: 400 });
  });

  it('refuses saved views to learners', async () => {
    const learner = await server.person();
    expect(await server.send(learner, create())).toMatchObject({ status: 403, code: 'forbidden' });
    const { id } = await addView(carl);
    for (const op of [edit(id, { name: 'Mine' }), remove(id), edit(uuidv7(), { name: 'Mine' })])
      expect(await server.send(learner, op)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await viewsOf(learner)).toEqual([]);
  });

  it('responds identically for another employee’s saved view and for a missing one', async () => {
    const { id } = await addView(carl, { name: 'Private' });
    for (const write of [(view_id: string) => edit(view_id, { name: 'Mine' }), remove]) {
      const answer = await server.send(mary, write(id));
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
      expect(withoutOpId(answer)).toEqual(withoutOpId(await server.send(mary, write(uuidv7()))));
    }
    expect(await server.send(mary, create({}, id))).toMatchObject({ status: 404, code: 'not_found' });
    expect((await viewsOf(carl)).find((row) => row['id'] === id)).toMatchObject({ name: 'Private' });
  });

  it('saved views can be deleted twice, but not changed or created again afterwards', async () => {
    const { id } = await addView(carl, { name: 'Gone' });
    const deleted = await server.send(carl, remove(id));
    expect(deleted).toMatchObject({ status: 200, row: null });
    expect(await server.send(carl, remove(id))).toMatchObject({ status: 200, rev: deleted.rev });
    for (const op of [edit(id, { name: 'Back' }), create({}, id)])
      expect(await server.send(carl, op)).toMatchObject({
        status: 410,
        code: 'record_deleted',
        fields: { row: { name: 'Gone' } },
      });
    const { changes } = await server.changes(carl, { p1: 0 });
    expect(changes.find((change) => change.id === id)).toMatchObject({ op: 'del' });
  });

  it('erasing an account clears the names and filters of its saved views', async () => {
    const olga = await server.consultant();
    const { id } = await addView(olga, { name: 'Nina Berg', params: { q: 'Nina Berg' } });
    const past = server.deps.db.updateTable('users').set({ delete_at: server.iso(-1) });
    await past.where('id', '=', olga.id).execute();
    await eraseAccount(server.deps, olga.id);
    const row = server.deps.db.selectFrom('saved_views').select(['name', 'params', 'deleted_at']).where('id', '=', id);
    const { deleted_at, ...left } = await row.executeTakeFirstOrThrow();
    expect(left).toEqual({ name: '', params: {} });
    expect(deleted_at).not.toBeNull();
  });
});
