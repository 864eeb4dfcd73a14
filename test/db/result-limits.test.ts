import { beforeEach, describe, expect, test } from 'vitest';
import type { PushResult } from '../../contract/sync.ts';
import { acknowledge } from '../../src/db/outbox/acknowledge.ts';
import { outcomeOf } from '../../src/db/outbox/apply-push-results.ts';
import { clearBackoff } from '../../src/db/outbox/backoff.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { offerUnsentWork } from '../../src/db/outbox/handover.ts';
import { depsOfLinked, depsOfPerson } from '../../src/db/outbox/person-deps.ts';
import { outboxTransaction } from '../../src/db/outbox/undo.ts';
import { applyServerRow } from '../../src/db/outbox/view.ts';
import { contactRow, createContact, editContact } from '../helpers/contact-makers.ts';
import { addComment, anna, makePhoneDb, newId, type TestPhoneDb } from '../helpers/phone.ts';

let phone: TestPhoneDb;
beforeEach(() => {
  phone = makePhoneDb();
});

describe('the outcome of a pushed write', () => {
  test.each([
    [200, null, 'acked'],
    [299, null, 'acked'],
    [199, null, 'rejected'],
    [300, null, 'rejected'],
    [400, null, 'parked'],
    [413, null, 'parked'],
    [401, null, 'retry'],
    [403, 'blocked', 'retry'],
    [403, 'device_revoked', 'retry'],
    [409, 'op_in_progress', 'retry'],
    [409, 'conflict', 'conflict'],
    [410, 'record_deleted', 'conflict'],
    [412, null, 'conflict'],
    [404, 'access_lost', 'access_lost'],
    [404, 'not_found', 'rejected'],
    [422, 'blob_missing', 'blob_missing'],
    [424, 'skipped', 'skipped'],
    [425, null, 'failed'],
    [429, 'too_many_requests', 'failed'],
    [429, 'daily_limit', 'parked'],
    [499, null, 'rejected'],
    [500, 'internal', 'failed'],
    [503, null, 'failed'],
    [422, 'invalid', 'rejected'],
  ] as const)('treats a push result with status %i and code %s as "%s"', (status, code, outcome) => {
    const result: PushResult = { op_id: newId(), status, ...(code !== null && { code }) };
    expect(outcomeOf(result)).toBe(outcome);
  });
});

describe('the server’s copy of a row', () => {
  const apply = (row: ReturnType<typeof contactRow> | null, id: string, rev: number) =>
    outboxTransaction(phone.db, async () => applyServerRow(phone.db, 'contacts', id, row, rev));

  test.each([
    ['replaces', 4, 'Ulm'],
    ['does not replace', 5, 'Berlin'],
    ['does not replace', 6, 'Berlin'],
  ])('a server row with revision 5 %s a stored row with revision %i', async (_, rev, city) => {
    const row = contactRow({ rev, city: 'Berlin' });
    await phone.db.contacts.put(row);
    await apply({ ...row, rev: 5, city: 'Ulm' }, row.id, 5);
    expect((await phone.db.contacts.get(row.id))?.city).toBe(city);
  });

  test.each([
    ['removes', 5, undefined],
    ['keeps', 6, 6],
  ])('a deletion at revision 5 %s a stored row with revision %i', async (_, rev, left) => {
    const row = contactRow({ rev });
    await phone.db.contacts.put(row);
    await apply(null, row.id, 5);
    expect((await phone.db.contacts.get(row.id))?.rev).toBe(left);
  });

  test.each([
    ['replaces', 4, 'Ulm'],
    ['does not replace', 5, 'Berlin'],
    ['does not replace', 6, 'Berlin'],
  ])("a server row with revision 5 %s the server's copy with revision %i", async (_, rev, city) => {
    const row = contactRow({ rev, city: 'Berlin' });
    await phone.db.base.put({ entity: 'contacts', id: row.id, row });
    await apply({ ...row, rev: 5, city: 'Ulm' }, row.id, 5);
    expect((await phone.db.base.get(['contacts', row.id]))?.row).toMatchObject({ city });
  });

  test.each([
    ['empties', 5, null],
    ['keeps', 6, 6],
  ])("a deletion at revision 5 %s the server's copy with revision %i", async (_, rev, left) => {
    const row = contactRow({ rev });
    await phone.db.base.put({ entity: 'contacts', id: row.id, row });
    await apply(null, row.id, 5);
    expect((await phone.db.base.get(['contacts', row.id]))?.row?.rev ?? null).toBe(left);
  });

  test('a server row replaces the empty server copy of a deleted record', async () => {
    const row = contactRow({ rev: 3 });
    await phone.db.base.put({ entity: 'contacts', id: row.id, row: null });
    await apply(row, row.id, 3);
    expect((await phone.db.base.get(['contacts', row.id]))?.row?.rev).toBe(3);
  });
});

describe('an accepted write', () => {
  test('an accepted write leaves a receipt that lists merged writes, and releases its dependents', async () => {
    const [first, needs, waits] = await phone.write(addComment(), addComment(), addComment());
    const change = async (op_id: string, fields: Partial<Entry>) =>
      phone.db.outbox.put({ ...(await phone.entry(op_id))!, ...fields });
    await change(needs!, { state: 'waiting_dep', deps: [first!] });
    await change(waits!, { state: 'waiting_dep', deps: ['another'] });
    const entry = (await phone.entry(first!))!;
    const server_time = '2026-03-02T09:00:00.000Z';
    await acknowledge(phone.db, { ...entry, absorbed: ['merged'] }, { server_time, rev: 7 }, anna);
    expect(await phone.db.history.toArray()).toMatchObject([
      { op_id: first, rev: 7, server_time, absorbed: ['merged'] },
    ]);
    expect(await phone.entry(first!)).toBeUndefined();
    expect((await phone.entry(needs!))?.state).toBe('queued');
    expect((await phone.entry(waits!))?.state).toBe('waiting_dep');
    await acknowledge(phone.db, (await phone.entry(needs!))!, { server_time, rev: 8 }, anna);
    expect(await phone.db.history.get(needs!)).not.toHaveProperty('absorbed');
  });
});

describe('the back-off of writes', () => {
  test('clearing the back-off affects only waiting writes', async () => {
    const op_ids = await phone.write(addComment(), addComment(), addComment());
    const states = ['queued', 'waiting_dep', 'parked'] as const;
    for (const [index, state] of states.entries())
      await phone.db.outbox.put({ ...(await phone.entry(op_ids[index]!))!, state, next_at: 99 });
    await clearBackoff(phone.db);
    expect((await phone.db.outbox.orderBy('seq').toArray()).map(({ next_at }) => next_at)).toEqual([0, 0, 99]);
  });
});

describe('the dependencies of a write about a person or contact', () => {
  test('a write depends on the unsent write that created its contact, if there is one', async () => {
    const id = newId();
    const [create] = await phone.write(createContact({}, id), editContact(id, { city: 'Bonn' }));
    expect(await depsOfLinked(phone.db, { user_id: null, contact_id: id })).toEqual([create]);
    expect(await depsOfLinked(phone.db, { user_id: null, contact_id: newId() })).toEqual([]);
    expect(await depsOfLinked(phone.db, { user_id: null })).toEqual([]);
  });

  test('a write to a person waits for the unsent write that created the person as a lead', async () => {
    const [op_id] = await phone.write(addComment());
    const id = newId();
    const entry = (await phone.entry(op_id!))!;
    await phone.db.outbox.put({ ...entry, entity: 'people', entity_id: id, kind: 'lead.create' });
    expect(await depsOfPerson(phone.db, id)).toEqual([op_id]);
    expect(await depsOfLinked(phone.db, { user_id: id })).toEqual([op_id]);
    await phone.db.outbox.update(entry.seq!, { kind: 'person.note' });
    expect(await depsOfPerson(phone.db, id)).toEqual([]);
  });
});

describe('unsent work on a record whose access was lost', () => {
  async function loseAccess(fields: Partial<Entry>): Promise<Entry[]> {
    const [op_id] = await phone.write(addComment());
    const entry = { ...(await phone.entry(op_id!))!, ...fields };
    await phone.db.outbox.put(entry);
    await outboxTransaction(phone.db, async () => offerUnsentWork(phone.db, [entry], phone.deps()));
    return phone.db.outbox.toArray();
  }

  test.each([
    'contact.edit',
    'interaction.log',
    'interaction.edit',
    'task.edit',
    'task.finish',
    'person.edit',
    'person.note',
  ] as const)('offers the unsent write %s to the new owner of a lost record', async (kind) => {
    const [offer, ...others] = await loseAccess({ kind, title: 'x'.repeat(201) });
    expect(others).toEqual([]);
    expect(offer).toMatchObject({ kind: 'handover.offer', args: { kind, title: 'x'.repeat(200) } });
  });

  test('keeps an unsent comment on a lost record as a rejected write, since the new owner cannot use it', async () => {
    const [kept] = await loseAccess({ kind: 'comment.add' });
    expect(kept).toMatchObject({ state: 'rejected', lease: null, error: { status: 404, code: 'access_lost' } });
  });

  test('drops unsent background writes to a lost record, but no write that is being sent', async () => {
    expect(await loseAccess({ kind: 'comment.add', background: 1 })).toEqual([]);
    const [sending] = await loseAccess({ kind: 'contact.edit', state: 'sending' });
    expect(sending).toMatchObject({ kind: 'contact.edit', state: 'sending' });
  });
});
