import { describe, expect, test } from 'vitest';
import { applyPushResults } from '../../src/db/outbox/apply-push-results.ts';
import { sendFirst } from '../../src/db/outbox/resolve.ts';
import { iso } from '../../src/lib/ports.ts';
import { contactRow, editContact, logCall, photoFile, setPhoto } from '../helpers/contact-makers.ts';
import { addComment, makePhoneDb, newId } from '../helpers/phone.ts';

async function phoneWithContact() {
  const phone = makePhoneDb();
  const row = contactRow();
  await phone.db.contacts.put(row);
  return { ...phone, row };
}

const kinds = (batch: readonly { kind: string }[]) => batch.map(({ kind }) => kind);

describe('atomic write groups', () => {
  test('sends the writes of an atomic group in one batch or not at all', async () => {
    const { row, write, claim } = await phoneWithContact();
    const atomic_group = newId();
    await write(addComment());
    await write({ ...logCall(row.id), atomic_group }, { ...editContact(row.id, { city: 'Bonn' }), atomic_group });
    expect(kinds(await claim({ max_ops: 2 }))).toEqual(['comment.add']);
    expect(kinds(await claim({ max_ops: 2 }))).toEqual(['interaction.log', 'contact.edit']);
  });

  test('an atomic group waits for all its writes, and holds back later writes of the same records', async () => {
    const { db, row, write, claim } = await phoneWithContact();
    const atomic_group = newId();
    const [log] = await write(
      { ...logCall(row.id), atomic_group },
      { ...editContact(row.id, { city: 'A' }), atomic_group },
    );
    await write(editContact(row.id, { city: 'B' }));
    await db.outbox
      .where('op_id')
      .equals(log!)
      .modify((entry: { next_at: number }) => {
        entry.next_at = Date.parse('2026-03-02T08:05:00.000Z');
      });
    expect(await claim()).toEqual([]);
  });

  test('sends earlier writes of a record before its atomic group, and later writes after the group', async () => {
    const { row, write, claim } = await phoneWithContact();
    const other = newId();
    const atomic_group = newId();
    await write(editContact(row.id, { city: 'First' }));
    await write({ ...logCall(row.id, {}, other), atomic_group });
    await write({ kind: 'interaction.edit', id: other, args: { note: 'later' } });
    await write({ ...editContact(row.id, { city: 'Second' }), atomic_group });
    expect(kinds(await claim())).toEqual(['contact.edit', 'interaction.log', 'contact.edit']);
  });

  test('holds back and hides an entire atomic group when one of its writes is rejected', async () => {
    const { db, row, write, claim, states, deps, clock } = await phoneWithContact();
    const atomic_group = newId();
    const [log, edit] = await write(
      { ...logCall(row.id), atomic_group },
      { ...editContact(row.id, { city: 'Bonn' }), atomic_group },
    );
    const batch = await claim();
    await applyPushResults(
      db,
      batch,
      [
        { op_id: log!, status: 404, code: 'not_found' },
        { op_id: edit!, status: 424, code: 'skipped', caused_by: log! },
      ],
      { outbox: deps(), holder: 'tab', server_time: iso(clock.now()), backoff: () => 1_000 },
    );
    expect(await states()).toEqual(['rejected', 'blocked']);
    expect((await db.contacts.get(row.id))?.city).toBe('Berlin');
  });
});

describe('writes that need a file', () => {
  test('holds back a write until its file is uploaded while other writes of the record are sent', async () => {
    const { db, row, write, claim, entry } = await phoneWithContact();
    const file = photoFile();
    const [photo] = await write(setPhoto(row.id, file), editContact(row.id, { city: 'Bonn' }));
    expect(await db.contacts.get(row.id)).toMatchObject({ photo: { sha256: file.sha256 }, city: 'Bonn' });
    expect(kinds(await claim())).toEqual(['contact.edit']);
    expect((await entry(photo!))?.state).toBe('waiting_dep');
    await db.blobs.update(file.sha256, { sent_at: 1 });
    expect(kinds(await claim())).toEqual(['contact.photo']);
  });

  test('stores no file if the arguments of its write are invalid', async () => {
    const { db, write, row } = await phoneWithContact();
    const invalidWrite = {
      ...setPhoto(row.id),
      args: { photo: { sha256: 'x', mime: 'image/jpeg', bytes: 1 }, at: 'never' },
    };
    await expect(write(invalidWrite as never)).rejects.toThrow();
    expect(await db.blobs.count()).toBe(0);
  });

  test('marks a file as not uploaded, and lets its write wait, if the server has lost the file', async () => {
    const { db, row, write, claim, states, deps, clock } = await phoneWithContact();
    const file = photoFile();
    const [photo] = await write(setPhoto(row.id, file));
    await db.blobs.update(file.sha256, { sent_at: 1 });
    const batch = await claim();
    await applyPushResults(db, batch, [{ op_id: photo!, status: 424, code: 'blob_missing' }], {
      outbox: deps(),
      holder: 'tab',
      server_time: iso(clock.now()),
      backoff: () => 0,
    });
    expect(await states()).toEqual(['waiting_dep']);
    expect((await db.blobs.get(file.sha256))?.sent_at).toBeNull();
  });
});

describe('concurrent batches', () => {
  test('never puts writes of one record into two concurrent batches', async () => {
    const { row, write, claim } = await phoneWithContact();
    await write(editContact(row.id, { city: 'A' }), addComment(), editContact(row.id, { city: 'B' }), addComment());
    const first = await claim({ max_ops: 1, hasLock: true });
    const inFlight = new Set(first.map(({ op_id }) => op_id));
    const second = await claim({ hasLock: true, inFlight });
    expect(kinds(first)).toEqual(['contact.edit']);
    expect(kinds(second)).toEqual(['comment.add', 'comment.add']);
  });

  test('sends a prioritised write first, right after the write that it depends on', async () => {
    const { db, row, write, claim } = await phoneWithContact();
    const [, , dep] = await write(addComment('1'), addComment('2'), addComment('3'));
    const [last] = await write({ ...editContact(row.id, { city: 'A' }), deps: [dep!] });
    await sendFirst(db, last!);
    expect(kinds(await claim({ max_ops: 2 }))).toEqual(['comment.add', 'contact.edit']);
  });
});
