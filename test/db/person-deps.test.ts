import { expect, test } from 'vitest';
import type { Args } from '../../contract/writes/index.ts';
import { depsOfLinked, depsOfPartner, depsOfPerson } from '../../src/db/outbox/person-deps.ts';
import { createContact, editContact } from '../helpers/contact-makers.ts';
import { makePhoneDb, newId } from '../helpers/phone.ts';
import { validArgs } from '../helpers/valid-args.ts';

test('a write about a person waits for the unsent write that creates the person', async () => {
  const { db, write } = makePhoneDb();
  const [person, other] = [newId(), newId()];
  const create = (id: string) => ({
    kind: 'lead.create' as const,
    id,
    args: validArgs['lead.create'] as Args<'lead.create'>,
  });
  const [op_id] = await write(create(person), create(other));
  await write({ kind: 'person.edit', id: person, args: { city: 'Bonn' } });
  expect(await depsOfPerson(db, person)).toEqual([op_id]);
  expect(await depsOfPerson(db, newId())).toEqual([]);
  expect(await depsOfLinked(db, { user_id: person })).toEqual([op_id]);
  expect(await depsOfLinked(db, { user_id: null })).toEqual([]);
});

test('a file of a partner waits for the unsent writes that create the person and the partner', async () => {
  const { db, write } = makePhoneDb();
  const id = newId();
  const op_ids = await write(
    { kind: 'lead.create', id, args: validArgs['lead.create'] as Args<'lead.create'> },
    { kind: 'partner.make', id, args: validArgs['partner.make'] as Args<'partner.make'> },
  );
  await write({ kind: 'person.edit', id, args: { city: 'Bonn' } });
  expect(await depsOfPartner(db, id)).toEqual(op_ids);
});

test('a task waits for the last unsent write that creates or restores its contact, and for the one that creates its person', async () => {
  const { db, write } = makePhoneDb();
  const [contact_id, user_id] = [newId(), newId()];
  const [create] = await write(createContact({}, contact_id), createContact({}, newId()));
  await write(editContact(contact_id, { city: 'Bonn' }));
  expect(await depsOfLinked(db, { user_id: null, contact_id })).toEqual([create]);
  await db.outbox.where('op_id').equals(create!).modify({ kind: 'contact.restore' });
  expect(await depsOfLinked(db, { user_id: null, contact_id })).toEqual([create]);
  const [again] = await write(createContact({}, contact_id));
  expect(await depsOfLinked(db, { user_id: null, contact_id })).toEqual([again]);
  const [person] = await write({
    kind: 'lead.create',
    id: user_id,
    args: validArgs['lead.create'] as Args<'lead.create'>,
  });
  expect(await depsOfLinked(db, { user_id, contact_id })).toEqual([again, person]);
  expect(await depsOfLinked(db, { user_id: undefined, contact_id: newId() })).toEqual([]);
});
