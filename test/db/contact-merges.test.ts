import { describe, expect, test } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import type { PushResult } from '../../contract/sync.ts';
import { applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { discardEntry, undoEntry } from '../../src/db/outbox/undo.ts';
import { interactionsWithContacts, survivorOf } from '../../src/db/queries/merged-contacts.ts';
import { iso } from '../../src/lib/ports.ts';
import { contactRow, createContact, deleteContact, editContact, logCall } from '../helpers/contact-makers.ts';
import { anna, makePhoneDb, newId, START } from '../helpers/phone.ts';

/** Returns the writes of a merge in the form in which the screen queues them. */
function mergeDrafts(kept: Contact, other: Contact): Draft[] {
  const { id: source_id, rev: _, owner_id: _id, owner_name: _name, photo: _photo, merged_ids = [], ...rest } = other;
  const { linked_user_id: _linked, created_at: _created, updated_at: _updated, ...source } = rest;
  const args = { source_id, merged_ids, fields: { notes: 'Both' }, base: { notes: kept.notes }, source };
  const atomic_group = newId();
  return [
    {
      kind: 'contact.merge',
      id: kept.id,
      args: { ...args, at: iso(START) } as Draft<'contact.merge'>['args'],
      atomic_group,
    },
    { ...deleteContact(source_id), deps: ['#0'], atomic_group },
  ] as Draft[];
}

async function phoneWithPair(theirs: Partial<Contact> = {}) {
  const phone = makePhoneDb();
  const [kept, other] = [contactRow({ rev: 5 }), contactRow({ rev: 6, ...theirs })];
  await phone.db.contacts.bulkPut([kept, other]);
  const kinds = async (): Promise<string[]> => (await phone.claim()).map(({ kind }) => kind);
  return { ...phone, kept, other, kinds };
}

type Phone = Awaited<ReturnType<typeof phoneWithPair>>;

const apply = (phone: Phone, batch: readonly Entry[], results: PushResult[]): Promise<boolean> =>
  applyPushResults(phone.db, batch, results, {
    ...{ outbox: phone.deps(), holder: 'tab', server_time: iso(START), backoff: () => 0 },
  });

describe('a merge of two contacts in the outbox', () => {
  test('an unsent merge shows one contact with the calls of both, under either id', async () => {
    const { db, write, kept, other } = await phoneWithPair();
    await write(
      logCall(kept.id, { note: 'first', at: iso(START) }),
      logCall(other.id, { note: 'second', at: iso(START + 1) }),
    );
    await write(...mergeDrafts(kept, other));
    expect(await db.contacts.toArray()).toMatchObject([{ id: kept.id, notes: 'Both', merged_ids: [other.id] }]);
    expect((await survivorOf(db, other.id))?.id).toBe(kept.id);
    const calls = await interactionsWithContacts(db, [kept.id, other.id], 10);
    expect(calls.map(({ note }) => note)).toEqual(['second', 'first']);
    expect(await interactionsWithContacts(db, [kept.id, other.id], 1)).toMatchObject([{ note: 'second' }]);
  });

  test('sends the unsent writes of both contacts first, then both writes of the merge in one batch', async () => {
    const { db, write, kept, kinds } = await phoneWithPair();
    const other = contactRow();
    await write(createContact({}, other.id), editContact(kept.id, { city: 'Ulm' }));
    const made = (await db.contacts.get(other.id))!;
    await write(...mergeDrafts(kept, made));
    expect(await kinds()).toEqual(['contact.create', 'contact.edit', 'contact.merge', 'contact.delete']);
  });

  test('undo of either write of an unsent merge brings back both contacts', async () => {
    for (const index of [0, 1]) {
      const { db, write, kept, other } = await phoneWithPair();
      const ids = await write(...mergeDrafts(kept, other));
      expect(await undoEntry(db, ids[index]!, anna)).toBe(true);
      expect(await db.contacts.bulkGet([kept.id, other.id])).toEqual([kept, other]);
      expect(await db.outbox.count()).toBe(0);
    }
  });

  test('a refused merge restores both contacts, and discarding it removes both of its writes', async () => {
    const phone = await phoneWithPair();
    const { db, write, kept, other, claim, states } = phone;
    const [merge, remove] = await write(...mergeDrafts(kept, other));
    await apply(phone, await claim(), [
      { op_id: merge!, status: 409, code: 'contacts_changed', fields: { changed: ['notes'] }, row: kept, rev: 5 },
      { op_id: remove!, status: 424, code: 'skipped', caused_by: merge! },
    ]);
    expect(await db.contacts.bulkGet([kept.id, other.id])).toEqual([kept, other]);
    expect(await states()).toEqual(['rejected', 'blocked']);
    await discardEntry(db, merge!, anna);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.contacts.count()).toBe(2);
  });

  test('keeps an edit of a contact that was merged in the meantime as a rejected write', async () => {
    const phone = await phoneWithPair();
    const { write, other, claim, states } = phone;
    const [op_id] = await write(editContact(other.id, { notes: 'Late' }));
    const fields = { merged: other.id, into: phone.kept.id, into_name: 'Ivan Orlov' };
    await apply(phone, await claim(), [{ op_id: op_id!, status: 409, code: 'contact_merged', fields }]);
    expect(await states()).toEqual(['rejected']);
  });
});
