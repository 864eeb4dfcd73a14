import { afterAll, expect, test } from 'vitest';
import { partnerOf } from '../../contract/entities/partner.ts';
import { addNote } from '../../src/features/people/actions.ts';
import { mergeIntoPerson } from '../../src/features/people/merge-into-person.ts';
import type { LeadFields } from '../../src/features/people/lead-draft.ts';
import { addFile, createPartner, makePartner, removeFile } from '../../src/features/people/partner/actions.ts';
import type { ChosenFile } from '../../src/features/people/partner/prepare-file.ts';
import { savedCommission, savedPartnerFiles } from '../../src/features/people/partner/queries.ts';
import { runAccountAction } from '../../workers/sync/registration.ts';
import { createRealPhone, type RealPhone } from '../helpers/e2e-devices.ts';
import { sha256Of } from '../helpers/images.ts';
import { openPartnerWorld, makePdf } from '../helpers/partners.ts';
import { newId } from '../helpers/phone.ts';

const { server, ops, partners, carl, admin } = await openPartnerWorld();
afterAll(() => server.close());

const fields = (more: Partial<LeadFields> = {}): LeadFields => ({
  first_name: 'Petra',
  last_name: 'Lang',
  middle_name: '',
  phone: ops.unusedPhone(),
  email: null,
  telegram: null,
  city: '',
  country: null,
  address: '',
  language: 'de',
  date_birth: null,
  notes: '',
  tags: [],
  groups: [],
  next_step_at: null,
  company: 'Lang Books',
  partner_note: 'Two shops',
  ...more,
});

function chosenPdf(note: string): ChosenFile {
  const bytes = makePdf(note);
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return { sha256: sha256Of(bytes), mime: 'application/pdf', name: `${note}.pdf`, data };
}

async function openOfflinePhone(): Promise<RealPhone> {
  const phone = await createRealPhone(server, carl);
  await phone.sync();
  phone.offline = true;
  return phone;
}

const kindsIn = async (phone: RealPhone) =>
  (await phone.db.outbox.orderBy('seq').toArray()).map(({ kind, state }) => [kind, state]);

test('a partner created offline reaches the server exactly once, with company, note and files', async () => {
  const phone = await openOfflinePhone();
  const id = newId();
  const [contract, price] = [chosenPdf('contract'), chosenPdf('prices')];
  await createPartner(phone.store, id, fields(), [contract, price]);
  const row = (await phone.db.people.get(id))!;
  expect(partnerOf(row)).toMatchObject({ company: 'Lang Books', note: 'Two shops', files: [{}, {}] });
  expect(row.status).toBe('active');
  expect((await savedPartnerFiles(phone.db, row)).map(({ isHere, badge }) => [isHere, badge?.state])).toEqual([
    [true, 'queued'],
    [true, 'queued'],
  ]);
  phone.offline = false;
  await phone.sync();
  expect(await kindsIn(phone)).toEqual([]);
  const stored = await ops.userRow(id);
  expect(stored).toMatchObject({ status: 'active', company: 'Lang Books', responsible_id: carl.id });
  expect(stored.partner_files.map(({ name }) => name)).toEqual(['contract.pdf', 'prices.pdf']);
  const second = await createRealPhone(server, carl);
  await second.sync();
  const copy = (await second.db.people.get(id))!;
  expect((await savedPartnerFiles(second.db, copy)).map(({ isHere }) => isHere)).toEqual([false, false]);
  expect(await second.fetchBlob(contract.sha256)).toEqual({ ok: true });
  expect(Buffer.from((await second.db.blobs.get(contract.sha256))!.data)).toEqual(makePdf('contract'));
});

test('undoing the offline creation of a partner removes all of its writes from the outbox', async () => {
  const phone = await openOfflinePhone();
  const op_id = await createPartner(phone.store, newId(), fields(), [chosenPdf('contract')]);
  expect(await phone.store.undo(op_id)).toBe(true);
  expect(await kindsIn(phone)).toEqual([]);
});

test('uploads the files added to a person who is made a partner offline, except the removed files', async () => {
  const id = await ops.of(carl);
  const phone = await openOfflinePhone();
  await makePartner(phone.store, (await phone.db.people.get(id))!, 'Berg', '');
  const partner = async () => (await phone.db.people.get(id))!;
  const [kept, removed] = [chosenPdf('kept'), chosenPdf('removed')];
  for (const file of [kept, removed]) await addFile(phone.store, await partner(), file);
  await removeFile(phone.store, await partner(), removed);
  phone.offline = false;
  await phone.sync();
  expect((await ops.userRow(id)).partner_files.map(({ name }) => name)).toEqual(['kept.pdf']);
});

test('a partner file that the server refuses stays visible with its state', async () => {
  const id = await ops.of(carl);
  await server.send(carl, partners.make(id));
  const phone = await openOfflinePhone();
  for (const note of ['1', '2', '3', '4', '5'])
    await server.send(carl, partners.attach(id, await partners.uploadPdf(carl, note)));
  await addFile(phone.store, (await phone.db.people.get(id))!, chosenPdf('late'));
  phone.offline = false;
  await phone.sync();
  const files = await savedPartnerFiles(phone.db, (await phone.db.people.get(id))!);
  expect(files.at(-1)).toMatchObject({ file: { name: 'late.pdf' }, badge: { state: 'rejected' } });
  expect(files.map(({ file }) => file.name)).toHaveLength(6);
});

test('adds the details and file of a new partner to the known person with that number', async () => {
  const phone_number = ops.unusedPhone();
  const known = await ops.of(carl, { first_name: 'Petra', phone: phone_number });
  const phone = await openOfflinePhone();
  const id = newId();
  await createPartner(phone.store, id, fields({ phone: phone_number }), [chosenPdf('contract')]);
  await addNote(phone.store, (await phone.db.people.get(id))!, 'Met at the fair');
  phone.offline = false;
  await phone.sync();
  const entry = (await phone.db.outbox.toArray()).find(({ kind }) => kind === 'lead.create')!;
  expect(entry).toMatchObject({ state: 'rejected', error: { code: 'phone_taken', fields: { person_id: known } } });
  await mergeIntoPerson(phone.store, entry, { id: known, name: 'Petra' });
  await phone.sync();
  expect(await kindsIn(phone)).toEqual([]);
  const stored = await ops.userRow(known);
  expect(stored).toMatchObject({ company: 'Lang Books', partner_note: 'Two shops', status: 'active' });
  expect(stored.partner_files).toHaveLength(1);
});

test('if a new partner is already known as a partner, the entered details become a note and the files are added', async () => {
  const phone_number = ops.unusedPhone();
  const known = await ops.of(carl, { first_name: 'Petra', phone: phone_number });
  await server.send(carl, partners.make(known, { company: 'Old' }));
  for (const note of ['a', 'b', 'c', 'd'])
    await server.send(carl, partners.attach(known, await partners.uploadPdf(carl, note)));
  const phone = await openOfflinePhone();
  const files = [chosenPdf('first'), chosenPdf('second')];
  await createPartner(phone.store, newId(), fields({ phone: phone_number }), files);
  phone.offline = false;
  await phone.sync();
  const entry = (await phone.db.outbox.toArray()).find(({ kind }) => kind === 'lead.create')!;
  await mergeIntoPerson(phone.store, entry, { id: known, name: 'Petra' });
  await phone.sync();
  expect(await kindsIn(phone)).toEqual([]);
  const stored = await ops.userRow(known);
  expect([stored.company, stored.partner_files.map(({ name }) => name).at(-1)]).toEqual(['Old', 'first.pdf']);
  const notes = await phone.db.person_events.where('[person_id+at]').between([known, ''], [known, '\uffff']).toArray();
  expect(notes.filter(({ kind }) => kind === 'note')[0]?.detail['text']).toMatch(/Lang Books[^]*Two shops/);
});

test('stores the fetched commission of a partner, and null after the percentage has become 0', async () => {
  const id = await ops.of(carl);
  await server.send(carl, partners.make(id));
  await server.send(admin, partners.commission(id, 20));
  const phone = await createRealPhone(server, carl);
  await phone.sync();
  expect(await savedCommission(phone.db, id)).toBeNull();
  expect(await runAccountAction(phone.ports, phone, 'fetchPartner', [id])).toEqual({ ok: true });
  expect(await savedCommission(phone.db, id)).toMatchObject({ commission: { percent: 20, people: 0, months: [] } });
  await server.send(admin, partners.commission(id, 0));
  await runAccountAction(phone.ports, phone, 'fetchPartner', [id]);
  expect((await savedCommission(phone.db, id))?.commission).toBeNull();
});
