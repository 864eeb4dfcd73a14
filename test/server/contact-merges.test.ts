import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import type { PushResult } from '../../contract/sync.ts';
import { MAX_MERGED_IDS } from '../../contract/values.ts';
import { withoutOpId } from '../helpers/contacts.ts';
import { mergeOp, openMergeWorld } from '../helpers/contact-merges.ts';

const { server, ops, mary, carl, createPair, readMirrored, contactOf, logCall, contactOfCall } = await openMergeWorld();
afterAll(() => server.close());

describe('merging two contacts', () => {
  it('a merge writes the chosen fields, stores the merged id and deletes that contact, all under one revision', async () => {
    const [kept, other] = await createPair({ notes: 'Mine', city: 'Ulm' }, { notes: 'Theirs', first_name: 'Nino' });
    const result = await server.send(carl, mergeOp(ops, kept, other, { notes: 'Mine\n\nTheirs' }));
    expect(result).toMatchObject({
      status: 200,
      row: { id: kept.id, notes: 'Mine\n\nTheirs', city: 'Ulm', first_name: 'Nina', merged_ids: [other.id] },
    });
    const { changes } = await server.changes(carl, { p0: 0, p1: result.rev! - 1, p2: 0, p3: 0 });
    const mine = changes.filter(({ c }) => c === 'contacts').map(({ op, id, rev }) => ({ op, id, rev }));
    expect(mine.toSorted((a, b) => a.op.localeCompare(b.op))).toEqual([
      { op: 'del', id: other.id, rev: result.rev },
      { op: 'put', id: kept.id, rev: result.rev },
    ]);
  });

  it('moves calls and tasks of the merged contact to the surviving contact', async () => {
    const [kept, other] = await createPair();
    const call = await logCall(other.id);
    const task = server.task({ contact_id: other.id });
    await server.send(carl, task);
    await server.send(carl, mergeOp(ops, kept, other));
    expect(await contactOfCall(call)).toBe(kept.id);
    const movedTask = (await readMirrored<{ contact_id: string; linked_name: string }>('tasks')).get(task.id);
    expect(movedTask).toMatchObject({ contact_id: kept.id, linked_name: 'Nina Petrova' });
  });

  it('moves the photo of the merged contact to the surviving contact', async () => {
    const [kept, other] = await createPair();
    const photo = { sha256: 'b'.repeat(64), mime: 'image/png' as const };
    await server.deps.db
      .updateTable('contacts')
      .set({ photo_sha256: photo.sha256, photo_mime: photo.mime })
      .where('scope', '=', server.deps.scope)
      .where('id', '=', other.id)
      .execute();
    expect(await server.send(carl, mergeOp(ops, kept, other, {}, { photo }))).toMatchObject({ row: { photo } });
  });

  it('a repeated merge changes nothing', async () => {
    const [kept, other] = await createPair();
    const first = await server.send(carl, mergeOp(ops, kept, other));
    const second = await server.send(carl, mergeOp(ops, kept, other));
    expect(second).toMatchObject({ status: 200, rev: first.rev });
  });

  it('also merges a contact that was deleted in the meantime', async () => {
    const [kept, other] = await createPair();
    const call = await logCall(other.id);
    await server.send(carl, ops.remove(other.id));
    expect(await server.send(carl, mergeOp(ops, kept, other))).toMatchObject({ status: 200 });
    expect(await contactOfCall(call)).toBe(kept.id);
  });

  it('a deletion of the merged contact that is queued with the merge deletes nothing else', async () => {
    const [kept, other] = await createPair();
    const atomic_group = uuidv7();
    const merge = { ...mergeOp(ops, kept, other), atomic_group };
    const remove = { ...ops.remove(other.id), atomic_group, deps: [merge.op_id] };
    const { results } = await server.push(carl, [merge, remove]);
    expect(results).toMatchObject([{ status: 200 }, { status: 200, row: null }]);
    expect(await contactOf(kept.id)).toMatchObject({ merged_ids: [other.id] });
    expect(await contactOf(other.id)).toBeUndefined();
  });

  it('a contact records at most the newest 200 contacts that were merged into it', async () => {
    const [kept, other] = await createPair();
    const old = Array.from({ length: MAX_MERGED_IDS }, () => uuidv7());
    await server.deps.db
      .updateTable('contacts')
      .set({ merged_ids: JSON.stringify(old) })
      .where('scope', '=', server.deps.scope)
      .where('id', '=', kept.id)
      .execute();
    const { row } = await server.send(carl, mergeOp(ops, kept, other));
    expect((row as Contact).merged_ids).toEqual([other.id, ...old.slice(0, -1)]);
  });
});

describe('a merge that is not possible', () => {
  it('refuses to merge a contact with itself', async () => {
    const [kept] = await createPair();
    expect(await server.send(carl, mergeOp(ops, kept, kept))).toMatchObject({ status: 422, code: 'same_contact' });
  });

  it("responds to a merge with another user's contact as if that contact did not exist, both when it would be kept and when it would be removed", async () => {
    const [own] = await createPair();
    const foreign = await ops.createFor(await server.consultant());
    const missing = { ...foreign, id: uuidv7() };
    const results: PushResult[] = [];
    for (const [kept, other] of [
      [own, foreign],
      [own, missing],
      [foreign, own],
      [missing, own],
    ] as const)
      results.push(withoutOpId(await server.send(carl, mergeOp(ops, kept, other))));
    expect(results).toEqual(Array.from({ length: 4 }, () => results[0]));
    expect(results[0]).toMatchObject({ status: 404, code: 'not_found' });
    expect(await contactOf(own.id)).not.toHaveProperty('merged_ids');
  });

  it('refuses to merge contacts of different owners, even for a manager who sees both', async () => {
    const [contactOfCarl] = await createPair();
    const contactOfMary = await ops.createFor(mary);
    expect(await server.send(mary, mergeOp(ops, contactOfMary, contactOfCarl))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  it('refuses a merge if another device has changed the merged contact, and changes nothing', async () => {
    const [kept, other] = await createPair({}, { notes: 'Old' });
    await server.send(mary, ops.edit(other.id, { notes: 'New' }, { base: { notes: 'Old' }, base_rev: other.rev }));
    const result = await server.send(carl, mergeOp(ops, kept, other, { notes: 'Old' }));
    expect(result).toMatchObject({ status: 409, code: 'contacts_changed', fields: { changed: ['notes'] } });
    expect(await contactOf(other.id)).toMatchObject({ notes: 'New' });
    expect(await contactOf(kept.id)).toMatchObject({ notes: '' });
  });

  it('refuses a merge if another device has changed a chosen field of the surviving contact', async () => {
    const [kept, other] = await createPair({ notes: 'Mine' }, { notes: 'Theirs' });
    await server.send(mary, ops.edit(kept.id, { notes: 'Hers' }, { base: { notes: 'Mine' }, base_rev: kept.rev }));
    const result = await server.send(carl, mergeOp(ops, kept, other, { notes: 'Theirs' }));
    expect(result).toMatchObject({ status: 409, code: 'contacts_changed', row: { notes: 'Hers' } });
  });

  it('merges contacts although another device has changed a last-write-wins field or set the same value', async () => {
    const [kept, other] = await createPair({}, { city: 'Ulm', notes: 'Old' });
    await server.send(mary, ops.edit(other.id, { city: 'Bonn', notes: 'Chosen' }));
    const result = await server.send(carl, mergeOp(ops, kept, other, { city: 'Ulm', notes: 'Chosen' }));
    expect(result).toMatchObject({ status: 200, row: { city: 'Ulm', notes: 'Chosen' } });
  });

  it('refuses to merge a contact into one that another device has deleted, and does not delete the contact', async () => {
    const [kept, other] = await createPair();
    await server.send(carl, ops.remove(kept.id));
    expect(await server.send(carl, mergeOp(ops, kept, other))).toMatchObject({ status: 410, code: 'record_deleted' });
    expect(await contactOf(other.id)).toBeDefined();
  });

  it('refuses a merge to a contact status that only the server may set', async () => {
    const [kept, other] = await createPair();
    const result = await server.send(carl, mergeOp(ops, kept, other, { status: 'registered' }));
    expect(result).toMatchObject({ status: 422, code: 'status_by_system' });
  });
});

describe('merges of two devices', () => {
  it('collects everything in the last contact when contacts are merged in a chain', async () => {
    const [a, b] = await createPair();
    const c = await ops.createFor(carl);
    const call = await logCall(a.id);
    const { row } = await server.send(carl, mergeOp(ops, b, a));
    const result = await server.send(carl, mergeOp(ops, c, row as Contact));
    expect(result).toMatchObject({ status: 200, row: { merged_ids: [b.id, a.id] } });
    expect(await contactOfCall(call)).toBe(c.id);
  });

  it('refuses a merge into a contact that was itself merged, and names the surviving contact', async () => {
    const [a, b] = await createPair();
    const c = await ops.createFor(carl, { first_name: 'Clara' });
    await server.send(carl, mergeOp(ops, c, b));
    const result = await server.send(carl, mergeOp(ops, b, a));
    expect(result).toMatchObject({
      status: 409,
      code: 'contact_merged',
      fields: { merged: b.id, into: c.id, into_name: 'Clara Petrova' },
    });
    expect(await contactOf(a.id)).toBeDefined();
  });

  it('refuses a merge of a contact that another device has merged into a third one', async () => {
    const [a, b] = await createPair();
    const c = await ops.createFor(carl);
    await server.send(carl, mergeOp(ops, b, a));
    const result = await server.send(carl, mergeOp(ops, c, a));
    expect(result).toMatchObject({ status: 409, code: 'contact_merged', fields: { merged: a.id, into: b.id } });
  });

  it('keeps one of two contacts that two devices merge in opposite directions', async () => {
    const [a, b] = await createPair();
    await server.send(carl, mergeOp(ops, b, a));
    const atomic_group = uuidv7();
    const merge = { ...mergeOp(ops, a, b), atomic_group };
    const remove = { ...ops.remove(b.id), atomic_group, deps: [merge.op_id] };
    const { results } = await server.push(carl, [merge, remove]);
    expect(results).toMatchObject([{ code: 'contact_merged' }, { code: 'skipped' }]);
    expect(await contactOf(b.id)).toMatchObject({ merged_ids: [a.id] });
  });
});
