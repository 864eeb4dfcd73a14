import { describe, expect, test } from 'vitest';
import type { PushResult } from '../../contract/sync.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import { isRestorable } from '../../src/db/outbox/entry.ts';
import { handOverEntry, resolveConflict, restoreDeleted, supersedeEntry } from '../../src/db/outbox/resolve.ts';
import { applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import { undoEntry } from '../../src/db/outbox/undo.ts';
import { iso } from '../../src/lib/ports.ts';
import { contactFields, contactRow, createContact, editContact, logCall } from '../helpers/contact-makers.ts';
import { makePhoneDb, newId, START, type TestPhoneDb } from '../helpers/phone.ts';

function applyResults(phone: TestPhoneDb, batch: readonly Entry[], results: PushResult[]): Promise<boolean> {
  const outbox = phone.deps();
  return applyPushResults(phone.db, batch, results, {
    outbox,
    holder: 'tab',
    server_time: iso(START),
    backoff: () => 0,
  });
}

async function phoneWith(row = contactRow({ rev: 5 })) {
  const phone = makePhoneDb();
  await phone.db.contacts.put(row);
  const waiting = () => phone.db.outbox.orderBy('seq').toArray();
  return { ...phone, row, waiting };
}

const conflict = (mine: unknown, theirs: unknown) => ({
  base: 'Berlin',
  mine,
  theirs,
  theirs_by: 'Olga Sommer',
  theirs_at: iso(START),
});

/**
 * Returns a phone on which Anna edited the notes and the address of a contact. Her notes conflict with an edit by Olga.
 */
async function openConflict() {
  const phone = await phoneWith();
  const { row, db, write, claim } = phone;
  const [op_id] = await write(editContact(row.id, { notes: 'mine', address: 'Ring 1' }));
  const serverRow = { ...row, rev: 9, notes: 'theirs' };
  const fields = { notes: conflict('mine', 'theirs') };
  await applyResults(phone, await claim(), [
    { op_id: op_id!, status: 409, code: 'conflict', fields, row: serverRow, rev: 9 },
  ]);
  return { ...phone, op_id: op_id!, shown: () => db.contacts.get(row.id) };
}

describe('a field with two conflicting values', () => {
  test("shows the server's value of a conflict, and sends no other write of the record until the conflict is resolved", async () => {
    const { shown, write, row, claim, states } = await openConflict();
    expect(await shown()).toMatchObject({ notes: 'theirs', address: '' });
    await write(editContact(row.id, { city: 'Bonn' }));
    expect(await claim()).toEqual([]);
    expect(await states()).toEqual(['conflict', 'queued']);
  });

  test('choosing "mine" in a conflict sends a new write in the position of the old one', async () => {
    const { db, op_id, deps, shown, waiting, write, row, claim } = await openConflict();
    await write(editContact(row.id, { city: 'Bonn' }));
    const next = await resolveConflict(db, op_id, { notes: 'mine' }, deps());
    const [first] = await waiting();
    expect(first).toMatchObject({
      op_id: next,
      supersedes: op_id,
      args: { notes: 'mine', address: 'Ring 1' },
      base: { notes: 'theirs', address: '' },
      base_rev: 9,
      state: 'queued',
    });
    expect(next).not.toBe(op_id);
    expect(await shown()).toMatchObject({ notes: 'mine', address: 'Ring 1', city: 'Bonn' });
    expect((await claim()).map(({ args }) => args)).toEqual([{ notes: 'mine', address: 'Ring 1' }, { city: 'Bonn' }]);
  });

  test('the old values in a corrected write are not affected by later writes, and the write stays in its group', async () => {
    const { db, op_id, deps, write, row, waiting } = await openConflict();
    await db.outbox.where('op_id').equals(op_id).modify({ atomic_group: 'group' });
    await write(editContact(row.id, { notes: 'later' }));
    await resolveConflict(db, op_id, { notes: 'mine' }, deps());
    expect((await waiting())[0]).toMatchObject({ base: { notes: 'theirs' }, base_rev: 9, atomic_group: 'group' });
  });

  test('choosing "theirs" in a conflict still sends the fields without a conflict', async () => {
    const { db, op_id, deps, shown, waiting } = await openConflict();
    await resolveConflict(db, op_id, { notes: 'theirs' }, deps());
    expect((await waiting()).map(({ args }) => args)).toEqual([{ address: 'Ring 1' }]);
    expect(await shown()).toMatchObject({ notes: 'theirs', address: 'Ring 1' });
  });

  test('choosing "theirs" in a conflict drops the write if no other value is left to send', async () => {
    const phone = await phoneWith();
    const { db, row, write, claim, waiting, deps } = phone;
    const [op_id] = await write(editContact(row.id, { notes: 'mine' }));
    const serverRow = { ...row, rev: 9, notes: 'theirs' };
    const fields = { notes: conflict('mine', 'theirs') };
    await applyResults(phone, await claim(), [
      { op_id: op_id!, status: 409, code: 'conflict', fields, row: serverRow, rev: 9 },
    ]);
    expect(await resolveConflict(db, op_id!, { notes: 'theirs' }, deps())).toBeNull();
    expect(await waiting()).toEqual([]);
    expect(await db.base.count()).toBe(0);
  });
});

describe('a record edited here and deleted elsewhere', () => {
  test("restores a record deleted by others, and applies the user's change", async () => {
    const phone = await phoneWith();
    const { db, row, write, claim, waiting, deps } = phone;
    const [op_id] = await write(editContact(row.id, { notes: 'mine' }));
    const fields = { row: { ...row, city: 'Hamburg' }, deleted_by: 'Olga Sommer', deleted_at: iso(START) };
    await applyResults(phone, await claim(), [{ op_id: op_id!, status: 410, code: 'record_deleted', fields }]);
    await restoreDeleted(db, op_id!, deps());
    expect(await waiting()).toMatchObject([{ kind: 'contact.restore', args: { notes: 'mine', city: 'Hamburg' } }]);
  });

  test('restores a landing page block that another device deleted, with all of its props', async () => {
    const phone = await phoneWith();
    const { db, write, claim, waiting, deps } = phone;
    const at = iso(START);
    const blockFields = { flow_id: newId(), type: 'heading', position: 'a0', hidden: false } as const;
    const block = {
      id: newId(),
      rev: 4,
      ...blockFields,
      text: 'Old',
      level: 3,
      created_at: at,
      updated_at: at,
    } as const;
    await db.landing_blocks.put(block);
    const [op_id] = await write({ kind: 'landing_block.edit', id: block.id, args: { text: 'Mine' } });
    const fields = { row: { ...block, position: 'a5' }, deleted_by: 'Olga Sommer', deleted_at: at };
    await applyResults(phone, await claim(), [{ op_id: op_id!, status: 410, code: 'record_deleted', fields }]);
    await restoreDeleted(db, op_id!, deps());
    const args = { ...blockFields, position: 'a5', text: 'Mine', level: 3 };
    expect(await waiting()).toMatchObject([{ kind: 'landing_block.restore', args }]);
  });

  test('only edits and moves of contacts or landing page blocks can restore a deleted record', () => {
    const isRestored = (entity: EntityName, kind: WriteName) => isRestorable({ entity, kind });
    expect(isRestored('contacts', 'contact.edit')).toBe(true);
    expect(isRestored('landing_blocks', 'landing_block.move')).toBe(true);
    expect(isRestored('contacts', 'contact.delete')).toBe(false);
    expect(isRestored('flows', 'flow.edit')).toBe(false);
    expect(isRestored('tasks', 'task.edit')).toBe(false);
  });
});

describe('rejected work', () => {
  async function phoneWithRefusedCreate() {
    const phone = await phoneWith();
    const { write, claim } = phone;
    const id = newId();
    const [create] = await write(createContact({}, id));
    const [log] = await write({ ...logCall(id), deps: [create!] });
    await write(editContact(id, { city: 'Bonn' }));
    await applyResults(phone, await claim(), [
      { op_id: create!, status: 422, code: 'contacts_full' },
      { op_id: log!, status: 424, code: 'skipped', caused_by: create! },
    ]);
    return { ...phone, id, create: create!, log: log! };
  }

  test('releases blocked writes under new ids after a rejected write is corrected and resent', async () => {
    const { db, id, create, log, deps, states, waiting, claim } = await phoneWithRefusedCreate();
    expect(await states()).toEqual(['rejected', 'blocked', 'blocked']);
    await supersedeEntry(db, create, contactFields({ first_name: 'Olga' }), deps());
    const [first, second] = await waiting();
    expect(first).toMatchObject({ supersedes: create, state: 'queued', frozen: null });
    expect(second).toMatchObject({ kind: 'interaction.log', supersedes: log, deps: [first?.op_id] });
    expect(await db.contacts.get(id)).toMatchObject({ first_name: 'Olga', city: 'Bonn' });
    expect(await claim()).toHaveLength(3);
  });

  test('a rejected write that is corrected and resent keeps the ids of the writes merged into it', async () => {
    const { db, create, log, deps, waiting } = await phoneWithRefusedCreate();
    await db.outbox
      .where('op_id')
      .anyOf(create, log)
      .modify({ absorbed: ['merged'] });
    await supersedeEntry(db, create, contactFields({ first_name: 'Olga' }), deps());
    expect((await waiting()).map(({ absorbed }) => absorbed)).toEqual([['merged'], ['merged'], undefined]);
  });

  test('correcting a rejected write with invalid arguments changes nothing', async () => {
    const { db, create, deps, states } = await phoneWithRefusedCreate();
    await expect(supersedeEntry(db, create, contactFields({ first_name: ' ' }), deps())).rejects.toThrow();
    expect(await states()).toEqual(['rejected', 'blocked', 'blocked']);
  });

  test('turns a rejected write into an offer with its content when it is handed over', async () => {
    const phone = await phoneWith();
    const { db, row, write, claim, waiting, deps } = phone;
    const [op_id] = await write(editContact(row.id, { notes: 'mine' }));
    await applyResults(phone, await claim(), [{ op_id: op_id!, status: 404, code: 'not_found' }]);
    await handOverEntry(db, op_id!, deps());
    expect(await waiting()).toMatchObject([
      {
        kind: 'handover.offer',
        args: { entity: 'contacts', entity_id: row.id, kind: 'contact.edit', args: { notes: 'mine' } },
      },
    ]);
    expect(await db.handovers.toArray()).toMatchObject([{ state: 'offered', to_id: null, args: { notes: 'mine' } }]);
  });

  test('work that waits to be handed over cannot be undone, since the offer is its only copy', async () => {
    const phone = await phoneWith();
    const { db, row, write, claim, waiting, deps } = phone;
    const [op_id] = await write(editContact(row.id, { notes: 'mine' }));
    await applyResults(phone, await claim(), [{ op_id: op_id!, status: 404, code: 'not_found' }]);
    const offer = await handOverEntry(db, op_id!, deps());
    expect(await undoEntry(db, offer, deps().actor)).toBe(false);
    expect(await waiting()).toMatchObject([{ op_id: offer, args: { args: { notes: 'mine' } } }]);
  });

  test('a waiting write that is edited keeps the value that it replaces', async () => {
    const { db, row, write, waiting, deps } = await phoneWith(contactRow({ rev: 5, notes: 'old' }));
    const [op_id] = await write(editContact(row.id, { notes: 'mine' }));
    await supersedeEntry(db, op_id!, { notes: 'better' }, deps());
    expect(await waiting()).toMatchObject([{ args: { notes: 'better' }, base: { notes: 'old' }, supersedes: null }]);
    expect((await db.contacts.get(row.id))?.notes).toBe('better');
  });

  test('a write cannot be corrected while it is being sent', async () => {
    const { db, row, write, claim, deps } = await phoneWith();
    const [op_id] = await write(editContact(row.id, { notes: 'mine' }));
    await claim();
    await expect(supersedeEntry(db, op_id!, { notes: 'other' }, deps())).rejects.toThrow();
  });
});

describe('reassigned record', () => {
  test('offers an edit of a reassigned record to the new owner when access is lost', async () => {
    const phone = await phoneWith();
    const { row, write, claim, waiting } = phone;
    const [op_id] = await write(editContact(row.id, { notes: 'mine' }));
    await applyResults(phone, await claim(), [{ op_id: op_id!, status: 404, code: 'access_lost' }]);
    expect(await waiting()).toMatchObject([{ kind: 'handover.offer', state: 'queued' }]);
  });

  test('does not offer the deletion of a reassigned record to its new owner, but keeps it as rejected', async () => {
    const phone = await phoneWith();
    const { row, write, claim, waiting } = phone;
    const [op_id] = await write({ kind: 'contact.delete', id: row.id, args: { at: iso(START) } });
    await applyResults(phone, await claim(), [{ op_id: op_id!, status: 404, code: 'access_lost' }]);
    expect(await waiting()).toMatchObject([
      { kind: 'contact.delete', state: 'rejected', error: { code: 'access_lost' } },
    ]);
  });
});
