import { expect, test } from 'vitest';
import { newId, START } from '../../helpers/phone.ts';
import { iso } from '../../../src/lib/ports.ts';
import { blankContact } from '../../helpers/blank-contact.ts';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';

const at = iso(START);
const COMMENTS = '/api/navigator/comments/';
const CONTACTS = '/api/contacts/';

const comment = (text: string, lesson: string | null = null) =>
  ({ kind: 'comment.add', id: newId(), args: { lesson, parent: null, text, at } }) as const;

const lost = () => {
  throw new TypeError('the response was lost');
};

const textsOn = ({ api }: ForeignPhone) => api.world.comments.map(({ text }) => text);

test('sends a comment once, and recognises it in the list although it has another id there', async () => {
  const foreign = await makeForeignPhone();
  const { phone, sync } = foreign;
  const draft = comment('Thank you');
  await phone.store.write(draft);
  expect(await sync()).toBe('done');
  expect(await sync()).toBe('done');
  expect(textsOn(foreign)).toEqual(['Welcome', 'Thank you']);
  const mine = await phone.db.comments.filter(({ text }) => text === 'Thank you').toArray();
  expect(mine).toMatchObject([{ id: draft.id, author_name: 'Lena Foreign' }]);
  expect(await phone.db.outbox.count()).toBe(0);
});

test('names the lesson of a comment by the id of the API', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  const lesson = (await phone.db.lessons.filter(({ title }) => title === 'Lesson 3').first())!;
  await phone.store.write(comment('On a lesson', lesson.id));
  await sync();
  expect(api.world.comments.at(-1)).toMatchObject({ text: 'On a lesson', lesson: 3 });
});

test('does not repeat a comment whose response was lost, but finds it in the list', async () => {
  const foreign = await makeForeignPhone();
  const { phone, api, sync } = foreign;
  const draft = comment('Once only');
  await phone.store.write(draft);
  api.next(COMMENTS, lost, true);
  expect(await sync()).toBe('failed');
  expect(await phone.db.outbox.count()).toBe(1);
  expect(await sync()).toBe('done');
  expect(await phone.db.outbox.count()).toBe(0);
  expect(textsOn(foreign)).toEqual(['Welcome', 'Once only']);
  expect(await phone.db.comments.filter(({ text }) => text === 'Once only').toArray()).toMatchObject([
    { id: draft.id },
  ]);
});

test('repeats a comment whose request was lost', async () => {
  const foreign = await makeForeignPhone();
  const { phone, api, sync } = foreign;
  await phone.store.write(comment('Twice sent'));
  api.next(COMMENTS, lost);
  expect(await sync()).toBe('failed');
  await sync();
  expect(textsOn(foreign)).toEqual(['Welcome', 'Twice sent']);
  expect(await phone.db.outbox.count()).toBe(0);
});

test('does not look for a lost write until even a slow API must have finished it', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  await phone.store.write(comment('Slow'));
  api.next(COMMENTS, lost);
  await sync(0);
  const sent = api.calls(COMMENTS).length;
  await sync(59_000);
  expect(
    api
      .calls(COMMENTS)
      .slice(sent)
      .filter(({ method }) => method === 'POST'),
  ).toEqual([]);
  await sync(10 * 60_000);
  expect(api.world.comments).toHaveLength(2);
});

test('asks the user about a lost reading time, which the API does not show, and sends it again only on request', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  const lesson = (await phone.db.lessons.toArray())[0]!;
  const args = {
    lesson_id: lesson.id,
    slice_id: newId(),
    from: at,
    to: iso(START + 60_000),
    active_s: 60,
    scrolled: 10,
  };
  await phone.store.write({ kind: 'lesson.time', id: lesson.id, args });
  api.next('/api/navigator/lesson/view/1/', lost, true);
  await sync();
  await sync();
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'parked', error: { code: 'outcome_unknown' } }]);
  expect(api.world.times).toHaveLength(1);
  const [entry] = await phone.db.outbox.toArray();
  await phone.store.retry(entry!.op_id);
  await sync(600_000);
  expect(api.world.times).toHaveLength(2);
  expect(await phone.db.outbox.count()).toBe(0);
});

test('sends a lost write again with the same key if the API recognises repeated keys', async () => {
  const foreign = await makeForeignPhone({ keeps_keys: true, client_config: { keeps_keys: true } });
  const { phone, api, sync } = foreign;
  await phone.store.write(comment('With a key'));
  api.next(COMMENTS, lost, true);
  await sync();
  await sync();
  expect(textsOn(foreign)).toEqual(['Welcome', 'With a key']);
  const keys = api.calls(COMMENTS).flatMap(({ method, key }) => (method === 'POST' ? [key] : []));
  expect(new Set(keys).size).toBe(1);
});

test('keeps a refused write in the outbox, with the fields that the API reported as invalid', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  await phone.store.write(comment('Not accepted'));
  api.next(COMMENTS, () => Response.json({ text: ['Too rude'] }, { status: 400 }));
  await sync();
  expect(await phone.db.outbox.toArray()).toMatchObject([
    { state: 'rejected', error: { status: 422, code: 'invalid', fields: { text: 'invalid' } } },
  ]);
});

test('creates a contact and edits it before the phone knows its id in the API', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  const id = newId();
  const contact = { ...blankContact, first_name: 'Nora', phones: [{ number: '+4915112345678', label: '' }], at };
  await phone.store.write({ kind: 'contact.create', id, args: contact });
  await sync();
  await phone.store.write({ kind: 'contact.edit', id, args: { city: 'Kassel' } });
  await sync();
  expect(api.calls(CONTACTS).filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(api.world.contacts.at(-1)).toMatchObject({ first_name: 'Nora', city: 'Kassel', phone: '+4915112345678' });
  await sync();
  expect(await phone.db.contacts.get(id)).toMatchObject({ first_name: 'Nora', city: 'Kassel' });
  expect(await phone.db.contacts.filter(({ first_name }) => first_name === 'Nora').count()).toBe(1);
});

test('sends the photo of a contact with the contact, and fetches it on another phone', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  const [contact] = await phone.db.contacts.toArray();
  const sha256 = 'a'.repeat(64);
  const data = new Uint8Array([1, 2, 3]).buffer;
  await phone.store.write({
    kind: 'contact.photo',
    id: contact!.id,
    args: { photo: { sha256, mime: 'image/jpeg', bytes: 3 }, at },
    files: [{ sha256, mime: 'image/jpeg', data }],
  });
  await sync();
  expect(await phone.db.outbox.toArray()).toEqual([]);
  expect([...api.world.files.values()]).toMatchObject([{ type: 'image/jpeg' }]);
  const saved = (await phone.db.contacts.get(contact!.id))!;
  expect(saved.photo).toMatchObject({ mime: 'image/jpeg' });
  expect(await phone.fetchBlob(saved.photo!.sha256)).toEqual({ ok: true });
  expect(new Uint8Array((await phone.db.blobs.get(saved.photo!.sha256))!.data)).toEqual(new Uint8Array([1, 2, 3]));
});

test('does not accept what the documented calls do not support', async () => {
  const { phone, sync } = await makeForeignPhone();
  const [contact] = await phone.db.contacts.toArray();
  const deletion = phone.store.write({ kind: 'contact.delete', id: contact!.id, args: { at } });
  await expect(deletion).rejects.toMatchObject({ code: 'not_offered' });
  await sync();
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await phone.db.contacts.get(contact!.id)).toBeDefined();
});

test('says that the API does not support a write whose call it lacks', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  await phone.store.write(comment('No comments here'));
  api.next(COMMENTS, () => new Response('Method Not Allowed', { status: 405 }));
  await sync();
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'rejected', error: { code: 'not_offered' } }]);
});

test('keeps read marks and bookmarks on the phone', async () => {
  const { phone, sync } = await makeForeignPhone();
  const [item] = await phone.db.news.toArray();
  await phone.store.write({ kind: 'news.read', id: item!.id, args: { at } });
  await sync();
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await phone.db.news_reads.count()).toBe(1);
});

test('an expired token stops all sending, and the writes wait for the next login', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  await phone.store.write(comment('Waiting'));
  api.options.scheme = 'Bearer';
  const { world } = api;
  const accounts = world.accounts.splice(0);
  expect(await sync()).toBe('gate');
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
  world.accounts.push(...accounts);
});
