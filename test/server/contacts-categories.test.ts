import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CONTACT_CATEGORIES } from '../../contract/values.ts';
import { ContactOps, withoutOpId } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: ContactOps;
let carl: Person;
let mary: Person;
let olga: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga' });
});
afterAll(() => server.close());

const edit = (id: string, args: Record<string, unknown>, more = {}) => ops.op('contact_category.edit', id, args, more);
const remove = (id: string) => ops.op('contact_category.delete', id, { at: server.iso() });

async function createCategory(person: Person, name: string): Promise<{ id: string; rev: number }> {
  const create = ops.category({ name });
  const result = await server.send(person, create);
  expect(result).toMatchObject({ status: 200, row: { id: create.id, name, owner_id: person.id } });
  return { id: create.id, rev: result.rev! };
}

describe('contact categories', () => {
  it("sends a contact category to the devices of its owner and the owner's manager", async () => {
    const { id } = await createCategory(carl, 'Runners');
    for (const [person, expected] of [
      [carl, true],
      [mary, true],
      [olga, false],
    ] as const) {
      const { changes } = await server.changes(person, { p1: 0 });
      expect(changes.some((change) => change.c === 'contact_categories' && change.id === id)).toBe(expected);
      const { body } = await server.snapshot(person, { group: 'p1', limit: 1000 });
      expect(body.rows.some((row) => row.id === id)).toBe(expected);
    }
  });

  it('rejects a duplicate category name, ignoring upper and lower case', async () => {
    await createCategory(carl, 'Соседи');
    const duplicate = await server.send(carl, ops.category({ name: 'СОСЕДИ' }));
    expect(duplicate).toMatchObject({ status: 409, code: 'category_taken', fields: { name: 'category_taken' } });
    const other = await createCategory(carl, 'Gym');
    expect(await server.send(carl, edit(other.id, { name: 'соседи' }))).toMatchObject({
      status: 409,
      code: 'category_taken',
      row: { name: 'Gym' },
    });
    expect(await server.send(carl, edit(other.id, { name: 'GYM' }))).toMatchObject({ status: 200 });
    await createCategory(olga, 'Соседи');
    await server.send(carl, remove(other.id));
    await createCategory(carl, 'Gym');
  });

  it('accepts only one of two categories that two devices create with the same name', async () => {
    const tablet = { ...carl, device_id: uuidv7() };
    const results = await Promise.all([
      server.send(carl, ops.category({ name: 'Twins' })),
      server.send(tablet, ops.category({ name: 'twins' })),
    ]);
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('allows at most fifty contact categories', async () => {
    const person = await server.person();
    const many = Array.from({ length: MAX_CONTACT_CATEGORIES }, (_, index) => ops.category({ name: `No ${index}` }));
    const { results } = await server.push(person, many);
    expect(results.every(({ status }) => status === 200)).toBe(true);
    const limitReply = await server.send(person, ops.category({ name: 'One more' }));
    expect(limitReply).toMatchObject({ status: 422, code: 'categories_full' });
    await server.send(person, remove(many[0]!.id));
    expect(await server.send(person, ops.category({ name: 'One more' }))).toMatchObject({ status: 200 });
  });

  it("responds identically for another owner's category and a missing one", async () => {
    const { id } = await createCategory(carl, 'Private');
    for (const write of [(category_id: string) => edit(category_id, { color: 'sky' }), remove]) {
      const answer = await server.send(olga, write(id));
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
      expect(withoutOpId(answer)).toEqual(withoutOpId(await server.send(olga, write(uuidv7()))));
    }
    expect(await server.send(olga, ops.category({ name: 'Mine' }, id))).toMatchObject({ status: 404 });
    expect(await server.send(mary, edit(id, { color: 'sky' }))).toMatchObject({ status: 200, row: { color: 'sky' } });
  });

  it('overlapping edits of a category keep the last colour, but conflict on the name', async () => {
    const { id, rev } = await createCategory(carl, 'Before');
    const base = { base: { name: 'Before', color: 'teal' }, base_rev: rev };
    await server.send(mary, edit(id, { name: 'Hers', color: 'sky' }, base));
    expect(await server.send(carl, edit(id, { color: 'plum' }, base))).toMatchObject({ row: { color: 'plum' } });
    const conflict = await server.send(carl, edit(id, { name: 'His' }, base));
    expect(conflict).toMatchObject({ status: 409, code: 'conflict' });
    expect(conflict.fields).toMatchObject({
      name: { base: 'Before', mine: 'His', theirs: 'Hers', theirs_by: 'Mary Person' },
    });
  });

  it('removes a deleted category from its contacts, including deleted ones, under the same revision', async () => {
    const { id } = await createCategory(carl, 'Leaving');
    const [one, two, other] = [
      await ops.createFor(carl, { category_id: id }),
      await ops.createFor(carl, { category_id: id }),
      await ops.createFor(carl),
    ];
    await server.send(carl, ops.remove(two.id));
    const removal = await server.send(carl, remove(id));
    expect(removal).toMatchObject({ status: 200, row: null });
    const { changes } = await server.changes(carl, { p1: 0 });
    const found = (wanted: string) => changes.find((change) => change.id === wanted);
    expect(found(one.id)).toMatchObject({ op: 'put', rev: removal.rev, row: { category_id: null } });
    expect(found(id)).toMatchObject({ op: 'del', rev: removal.rev });
    expect(found(two.id)).toMatchObject({ op: 'del', rev: removal.rev });
    expect(found(other.id)).toMatchObject({ rev: other.rev });
    expect(await server.send(carl, remove(id))).toMatchObject({ status: 200, row: null, rev: removal.rev });
    expect(await server.send(carl, edit(id, { color: 'sky' }))).toMatchObject({
      status: 410,
      code: 'record_deleted',
      fields: { row: { name: 'Leaving' }, deleted_by: 'Carl Person' },
    });
    expect(await server.send(carl, ops.edit(one.id, { category_id: id }))).toMatchObject({
      row: { category_id: null },
    });
    expect((await ops.createFor(carl, { category_id: id })).category_id).toBeNull();
  });
});
