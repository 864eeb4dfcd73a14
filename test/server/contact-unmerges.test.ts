import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import { withoutOpId } from '../helpers/contacts.ts';
import { mergeOp, openMergeWorld, unmergeOp } from '../helpers/contact-merges.ts';

const { server, ops, carl, createPair, contactOf, logCall, contactOfCall } = await openMergeWorld();
afterAll(() => server.close());

describe('writes that name a merged contact', () => {
  it('stores calls and tasks of a merged contact with the surviving contact', async () => {
    const [kept, other] = await createPair();
    await server.send(carl, mergeOp(ops, kept, other));
    const call = await server.send(carl, ops.log({ contact_id: other.id }));
    expect(call).toMatchObject({ status: 200, row: { contact_id: kept.id } });
    const task = server.task({ contact_id: other.id });
    expect(await server.send(carl, task)).toMatchObject({ status: 200, row: { contact_id: kept.id } });
    const free = server.task();
    await server.send(carl, free);
    const link = server.op({ kind: 'task.edit', id: free.id, args: { contact_id: other.id } });
    expect(await server.send(carl, link)).toMatchObject({ status: 200, row: { contact_id: kept.id } });
  });

  it('refuses to edit, restore or create a merged contact, and names the surviving one', async () => {
    const [kept, other] = await createPair();
    await server.send(carl, mergeOp(ops, kept, other));
    const fields = { merged: other.id, into: kept.id };
    for (const op of [ops.edit(other.id, { notes: 'Late' }), ops.restore(other.id), ops.create({}, other.id)])
      expect(await server.send(carl, op)).toMatchObject({ status: 409, code: 'contact_merged', fields });
    expect(await server.send(carl, ops.remove(other.id))).toMatchObject({ status: 200, row: null });
  });

  it('a write that names a merged contact reveals nothing to a user who sees neither contact', async () => {
    const [kept, other] = await createPair();
    await server.send(carl, mergeOp(ops, kept, other));
    const stranger = await server.consultant();
    const late = await server.send(stranger, ops.edit(other.id, { notes: 'x' }));
    const unknown = await server.send(stranger, ops.edit(uuidv7(), { notes: 'x' }));
    expect(withoutOpId(late)).toEqual(withoutOpId(unknown));
  });
});

describe('undoing a merge', () => {
  it('undoing a merge restores the merged contact with its calls, and the old values of the fields', async () => {
    const [kept, other] = await createPair({ notes: 'Mine' }, { notes: 'Theirs' });
    const [own, moved] = [await logCall(kept.id), await logCall(other.id)];
    await server.send(carl, mergeOp(ops, kept, other, { notes: 'Theirs' }));
    const result = await server.send(carl, unmergeOp(ops, kept, other, { notes: 'Mine' }));
    expect(result).toMatchObject({ status: 200, row: { notes: 'Mine' } });
    expect(result.row).not.toHaveProperty('merged_ids');
    expect(await contactOf(other.id)).toMatchObject({ notes: 'Theirs', rev: result.rev });
    expect([await contactOfCall(own), await contactOfCall(moved)]).toEqual([kept.id, other.id]);
  });

  it('undoing a merge keeps fields edited and calls logged since the merge', async () => {
    const [kept, other] = await createPair({ notes: 'Mine' }, { notes: 'Theirs' });
    await server.send(carl, mergeOp(ops, kept, other, { notes: 'Theirs' }));
    await server.send(carl, ops.edit(kept.id, { notes: 'Edited' }));
    const late = await logCall(other.id);
    const result = await server.send(carl, unmergeOp(ops, kept, other, { notes: 'Mine' }));
    expect(result).toMatchObject({ row: { notes: 'Edited' } });
    expect(await contactOfCall(late)).toBe(kept.id);
  });

  it('undoing a merge restores the links to contacts that had been merged into the restored contact', async () => {
    const [a, b] = await createPair();
    const c = await ops.createFor(carl);
    const { row } = await server.send(carl, mergeOp(ops, b, a));
    await server.send(carl, mergeOp(ops, c, row as Contact));
    expect((await server.send(carl, unmergeOp(ops, c, row as Contact))).row).not.toHaveProperty('merged_ids');
    expect(await contactOf(b.id)).toMatchObject({ merged_ids: [a.id] });
  });

  it('undoing a merge is refused for a contact that was merged into a third one', async () => {
    const [kept, other] = await createPair();
    const third = await ops.createFor(carl);
    expect(await server.send(carl, unmergeOp(ops, kept, other))).toMatchObject({ status: 200, rev: kept.rev });
    await server.send(carl, mergeOp(ops, third, other));
    expect(await server.send(carl, unmergeOp(ops, kept, other))).toMatchObject({
      status: 409,
      code: 'contacts_changed',
    });
    expect(await server.send(carl, unmergeOp(ops, kept, kept))).toMatchObject({ code: 'same_contact' });
  });
});
