import { describe, expect, test } from 'vitest';
import { coalesceEntries } from '../../src/db/outbox/coalesce.ts';
import { undoEntry } from '../../src/db/outbox/undo.ts';
import {
  contactRow,
  createContact,
  deleteContact,
  editContact,
  logCall,
  photoFile,
  setPhoto,
} from '../helpers/contact-makers.ts';
import { anna, makePhoneDb, newId, pauseTask, renameTask, startTask, taskRow } from '../helpers/phone.ts';

async function phoneWith(row = contactRow()) {
  const phone = makePhoneDb();
  await phone.db.contacts.put(row);
  const waiting = () => phone.db.outbox.orderBy('seq').toArray();
  return { ...phone, row, waiting, coalesce: () => coalesceEntries(phone.db, anna) };
}

describe('coalescing unsent writes of one record', () => {
  test('merges two edits into one that keeps the old values from before the first edit', async () => {
    const { row, write, waiting, coalesce } = await phoneWith();
    const [first, second] = await write(editContact(row.id, { city: 'Bonn' }), editContact(row.id, { city: 'Köln' }));
    await write(editContact(row.id, { address: 'Ring 1' }));
    await coalesce();
    const [entry, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      op_id: first,
      args: { city: 'Köln', address: 'Ring 1' },
      base: { city: 'Berlin', address: '' },
      absorbed: [second, expect.any(String)],
    });
  });

  test('keeps writes separate until they are sent, so that each can be undone', async () => {
    const { db, row, write } = await phoneWith();
    const [, second] = await write(editContact(row.id, { city: 'Bonn' }), editContact(row.id, { city: 'Köln' }));
    expect(await undoEntry(db, second!, anna)).toBe(true);
    expect((await db.contacts.get(row.id))?.city).toBe('Bonn');
  });

  test('merges an edit into the preceding create', async () => {
    const { db, write, waiting, coalesce } = await phoneWith();
    const id = newId();
    await write(createContact({}, id), editContact(id, { city: 'Bonn' }));
    await coalesce();
    expect(await waiting()).toMatchObject([{ kind: 'contact.create', args: { first_name: 'Ivan', city: 'Bonn' } }]);
    expect((await db.contacts.get(id))?.city).toBe('Bonn');
  });

  test('sends neither a record that was created and deleted on this device nor its photo', async () => {
    const { db, write, waiting, coalesce } = await phoneWith();
    const id = newId();
    await write(createContact({}, id), setPhoto(id, photoFile(), ['#0']), editContact(id, { city: 'Bonn' }));
    await write(deleteContact(id));
    await coalesce();
    expect(await waiting()).toEqual([]);
    expect(await db.contacts.get(id)).toBeUndefined();
    expect(await db.base.count()).toBe(0);
  });

  test('sends the create and the delete of a record on which another record depends', async () => {
    const { write, waiting, coalesce } = await phoneWith();
    const id = newId();
    const [create] = await write(createContact({}, id));
    await write({ ...logCall(id), deps: [create!] }, deleteContact(id));
    await coalesce();
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['contact.create', 'interaction.log', 'contact.delete']);
  });

  test('sends both a deletion and the edit before it if the server has the record', async () => {
    const { row, write, waiting, coalesce } = await phoneWith();
    await write(editContact(row.id, { city: 'Bonn' }), deleteContact(row.id));
    await coalesce();
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['contact.edit', 'contact.delete']);
  });

  test('never merges commands, or writes that were sent before', async () => {
    const { db, write, claim, waiting, coalesce, row } = await phoneWith();
    const task = taskRow();
    await db.tasks.put(task);
    await write(editContact(row.id, { city: 'Bonn' }));
    await claim();
    await write(editContact(row.id, { city: 'Köln' }), startTask(task.id), pauseTask(task.id));
    await coalesce();
    expect(await waiting()).toHaveLength(4);
  });

  test('merges only adjacent writes, so that an edit does not overtake a command', async () => {
    const { db, write, waiting, coalesce } = await phoneWith();
    const task = taskRow();
    await db.tasks.put(task);
    await write(renameTask(task.id, 'One'), startTask(task.id), renameTask(task.id, 'Two'));
    await coalesce();
    expect(await waiting()).toHaveLength(3);
  });

  test('redirects a dependency on a merged write to the write that absorbed it', async () => {
    const { row, write, waiting, coalesce } = await phoneWith();
    const [first, second] = await write(editContact(row.id, { city: 'Bonn' }), editContact(row.id, { city: 'Köln' }));
    await write({ ...logCall(row.id), deps: [second!] });
    await coalesce();
    expect((await waiting()).at(-1)?.deps).toEqual([first]);
  });

  test('does not merge the members of an atomic group', async () => {
    const { row, write, waiting, coalesce } = await phoneWith();
    const atomic_group = newId();
    await write(editContact(row.id, { city: 'Bonn' }), { ...editContact(row.id, { city: 'Köln' }), atomic_group });
    await coalesce();
    expect(await waiting()).toHaveLength(2);
  });
});
