import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withContext } from '../../server/context.ts';
import { authorOf } from '../../server/sync/authors.ts';
import { mergeLists, mergeEdit } from '../../server/sync/merge.ts';
import { ContactOps, rowOf } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: ContactOps;
let carl: Person;
let mary: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  mary = await server.manager({ last_name: 'Manager' });
  carl = await server.consultant({ responsible_id: mary.id });
});
afterAll(() => server.close());

const setDeviceName = (person: Person, name: string) =>
  server.deps.db
    .insertInto('sync_devices')
    .values({ scope: server.deps.scope, user_id: person.id, device_id: person.device_id, name })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'device_id']).doUpdateSet({ name }))
    .execute();

describe('concurrent edits of a contact', () => {
  it('merges concurrent edits of different contact fields', async () => {
    const { id, rev } = await ops.createFor(carl, { notes: 'Old' });
    const managersResult = await server.send(
      mary,
      ops.edit(id, { notes: 'Hers' }, { base: { notes: 'Old' }, base_rev: rev }),
    );
    const edit = { last_name: 'His', status: 'invited' };
    const ownEdit = ops.edit(id, edit, { base: { last_name: 'Petrova', status: 'new' }, base_rev: rev });
    const merged = await server.send(carl, ownEdit);
    expect(managersResult.status).toBe(200);
    expect(merged).toMatchObject({ status: 200, row: { notes: 'Hers', last_name: 'His', status: 'invited' } });
  });

  it('reports a conflict in one field with both values and the author, and stores nothing of the edit', async () => {
    const { id, rev } = await ops.createFor(carl, { notes: 'Old', first_name: 'Nina' });
    server.pass(1_000);
    const at = server.iso();
    await server.send(mary, ops.edit(id, { notes: 'Hers' }, { base: { notes: 'Old' }, base_rev: rev }));
    await setDeviceName(mary, 'Mary’s phone');
    server.pass(1_000);
    const clash = await server.send(
      carl,
      ops.edit(id, { notes: 'His', city: 'Ulm' }, { base: { notes: 'Old', city: '' }, base_rev: rev }),
    );
    expect(clash).toMatchObject({ status: 409, code: 'conflict', row: { notes: 'Hers', city: '' } });
    expect(clash.fields).toEqual({
      notes: { base: 'Old', mine: 'His', theirs: 'Hers', theirs_by: 'Mary Manager', theirs_at: at },
    });
    const resolved = ops.edit(
      id,
      { notes: 'His', city: 'Ulm' },
      { base: { notes: 'Hers', city: '' }, base_rev: clash.rev! },
    );
    expect(await server.send(carl, resolved)).toMatchObject({ status: 200, row: { notes: 'His', city: 'Ulm' } });
  });

  it("names the person's own other device in a conflict, but no device to another person", async () => {
    const tablet: Person = { ...carl, device_id: uuidv7() };
    const { id, rev } = await ops.createFor(carl, { notes: 'Old' });
    await setDeviceName(tablet, 'Tablet');
    const base = { base: { notes: 'Old' }, base_rev: rev };
    await server.send(tablet, ops.edit(id, { notes: 'Tablet says' }, base));
    const clash = await server.send(carl, ops.edit(id, { notes: 'Phone says' }, base));
    expect(clash.fields).toMatchObject({ notes: { theirs_by: 'Carl Person', theirs_device: 'Tablet' } });
    const managersEdit = await server.send(mary, ops.edit(id, { notes: 'Mary says' }, base));
    expect(managersEdit.fields?.['notes']).not.toHaveProperty('theirs_device');
  });

  it('merges equal values of a contact field, and lets the last write win where allowed', async () => {
    const phones = [{ number: '+4915100000077', label: 'home' }];
    const { id, rev } = await ops.createFor(carl);
    const base = { base: { phones: [], city: '' }, base_rev: rev };
    await server.send(mary, ops.edit(id, { phones, city: 'Ulm' }, base));
    const same = await server.send(carl, ops.edit(id, { phones, city: 'Bonn' }, base));
    expect(same).toMatchObject({ status: 200, row: { phones, city: 'Bonn' } });
  });

  it('an edit of a contact does not conflict with a change that was reverted', async () => {
    const { id, rev } = await ops.createFor(carl, { notes: 'Old' });
    await server.send(mary, ops.edit(id, { notes: 'Hers' }));
    await server.send(mary, ops.edit(id, { notes: 'Old' }));
    const ownEdit = ops.edit(id, { notes: 'His' }, { base: { notes: 'Old' }, base_rev: rev });
    expect(await server.send(carl, ownEdit)).toMatchObject({ status: 200, row: { notes: 'His' } });
  });

  it('reports a conflict about a status that the server has since set', async () => {
    const { id, rev } = await ops.createFor(carl);
    await server.plain.user({ phone: '+4915100000088', responsible_id: carl.id });
    await server.send(mary, ops.edit(id, { phones: [{ number: '+4915100000088', label: '' }] }));
    const ownEdit = ops.edit(id, { status: 'invited' }, { base: { status: 'new' }, base_rev: rev });
    const clash = await server.send(carl, ownEdit);
    expect(clash.fields).toMatchObject({
      status: { mine: 'invited', theirs: 'registered', theirs_by: 'Mary Manager' },
    });
  });

  it("reports a conflict on a task with the device's name", async () => {
    const tablet: Person = { ...carl, device_id: uuidv7() };
    await setDeviceName(tablet, 'Tablet');
    const create = server.task();
    const { rev } = await server.send(carl, create);
    const edit = (title: string) =>
      server.op({
        kind: 'task.edit',
        id: create.id,
        args: { title },
        base: { title: 'Meet the group' },
        base_rev: rev!,
      });
    await server.send(tablet, edit('One'));
    const clash = await server.send(carl, edit('Two'));
    expect(clash.fields).toMatchObject({ title: { theirs_by: 'Carl Person', theirs_device: 'Tablet' } });
  });
});

describe('author of a revision', () => {
  it('names the author of a revision with the time and the device of the write', async () => {
    await setDeviceName(carl, 'Pixel');
    const row = await ops.createFor(carl);
    const found = await withContext(server.deps, await server.caller(mary), (context) => authorOf(context, row.rev));
    expect(found).toEqual({ user_id: carl.id, name: 'Carl Person', at: server.iso(), device: 'Pixel' });
  });

  it('names no author for a revision without a stored write', async () => {
    const caller = await server.caller(carl);
    expect(await withContext(server.deps, caller, (context) => authorOf(context, 987_654))).toBeNull();
  });

  it('names no author in a conflict with a change that had no idempotency key', async () => {
    const { id, rev } = await ops.createFor(carl, { notes: 'Old' });
    const put = await server.plain.call('contacts.change', {
      token: mary.token,
      params: { id },
      body: { notes: 'Hers' },
    });
    expect(put.status).toBe(200);
    const clash = await server.send(carl, ops.edit(id, { notes: 'His' }, { base: { notes: 'Old' }, base_rev: rev }));
    expect(clash.fields).toMatchObject({ notes: { theirs: 'Hers', theirs_by: null, theirs_at: null } });
  });
});

describe('merge rules', () => {
  const rules = { policies: { set: 'merge', soft: 'lww', hard: 'ask' } as const, most: 3 };

  it('merges field by field according to the policies', () => {
    const row = { set: [1, 3], soft: 'b', hard: 'b', free: 'a' };
    const revs = { set: 9, soft: 9, hard: 9 };
    const patch = { set: [1, 2], soft: 'c', hard: 'c', free: 'c' };
    const base = { set: [1], soft: 'a', hard: 'a', free: 'a' };
    expect(mergeEdit(row, revs, { patch, base, base_rev: 5 }, rules)).toEqual({
      changed: { set: [1, 3, 2], soft: 'c', free: 'c' },
      clashes: [{ field: 'hard', base: 'a', mine: 'c', theirs: 'b' }],
    });
    expect(mergeEdit(row, revs, { patch, base: null, base_rev: 0 }, rules).changed).toEqual(patch);
    expect(mergeEdit(row, revs, { patch: { hard: 'b' }, base, base_rev: 5 }, rules)).toEqual({
      changed: {},
      clashes: [],
    });
  });

  it('the merge compares values independently of the order of their keys', () => {
    const row = { hard: [{ label: '', number: '1' }] };
    const patch = { hard: [{ number: '1', label: '' }] };
    expect(mergeEdit(row, { hard: 9 }, { patch, base: { hard: [] }, base_rev: 5 }, rules).changed).toEqual({});
  });

  it("the merge of a list keeps both sides' additions and removals, up to the limit", () => {
    expect(mergeLists([1, 2], [2, 3], [1, 2, 4])).toEqual([2, 4, 3]);
    expect(mergeLists([], [1, 2, 3], [4, 5], 3)).toEqual([4, 5, 1]);
    expect(mergeLists(null, ['a'], null)).toEqual(['a']);
  });
});

it('returns the contact under the same revision after an edit that changes nothing', async () => {
  const row = await ops.createFor(carl, { city: 'Ulm' });
  const result = await server.send(carl, ops.edit(row.id, { city: 'Ulm' }));
  expect(result).toMatchObject({ status: 200, rev: row.rev });
  expect(rowOf(result)).toEqual(row);
});
