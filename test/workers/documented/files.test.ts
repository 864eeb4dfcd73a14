import { expect, test } from 'vitest';
import { withDocumentedApi } from '../../../workers/sync/api-transport.ts';
import { runBookAction } from '../../../workers/sync/media.ts';
import { openSyncClient, type SyncClient } from '../../../workers/sync/sync-client.ts';
import { htmlResponse } from '../../helpers/fake-server.ts';
import { addDayData } from '../../foreign/day-data.ts';
import { makeForeignPhone, type ForeignPhone } from '../../foreign/phone.ts';
import { START } from '../../helpers/phone.ts';

const photo = { type: 'image/png', data: new Uint8Array([1, 2, 3]) };
const FILE = '/files/kettle.pdf';

/** Opens the app again, so that no list is in memory. */
const restart = ({ ports, phone }: ForeignPhone): Promise<SyncClient> =>
  openSyncClient(withDocumentedApi(ports), phone.actor.user_id);

/** A phone with a contact whose photo is on the API, and a free book. */
async function makePhone(): Promise<ForeignPhone> {
  const foreign = await makeForeignPhone();
  const { world } = foreign.api;
  addDayData(world, START);
  world.files.set('/files/face.png', photo);
  Object.assign(world.contacts[0]!, { photo: '/files/face.png' });
  await foreign.sync();
  return foreign;
}

const photoOf = async ({ phone }: ForeignPhone) =>
  (await phone.db.contacts.filter((contact) => contact.photo !== null).first())!.photo!;
const bookOf = async ({ phone }: ForeignPhone) =>
  (await phone.db.books.filter(({ title }) => title === 'The Kettle').first())!;

test('fetches a photo after a restart, although no list was read yet', async () => {
  const foreign = await makePhone();
  const { sha256 } = await photoOf(foreign);
  const restarted = await restart(foreign);
  expect(await restarted.fetchBlob(sha256)).toEqual({ ok: true });
  expect(new Uint8Array((await restarted.db.blobs.get(sha256))!.data)).toEqual(photo.data);
});

test('downloads a book whose size the API does not send, also after a restart', async () => {
  const foreign = await makePhone();
  const { id, file } = await bookOf(foreign);
  expect(file.bytes).toBe(0);
  const restarted = await restart(foreign);
  expect(await runBookAction(restarted, withDocumentedApi(foreign.ports), 'fetch', id)).toEqual({
    ok: true,
    url: null,
  });
  const stored = (await restarted.db.blobs.get(file.sha256))!;
  expect(new Uint8Array(stored.data)).toEqual(foreign.api.world.files.get(FILE)!.data);
});

test.each<[string, () => Response]>([
  ['a page', () => htmlResponse(200)],
  ['nothing', () => new Response('', { status: 200 })],
  ['an error', () => new Response('no', { status: 500 })],
])('does not store %s in place of a book', async (_, answer) => {
  const foreign = await makePhone();
  const { id, file } = await bookOf(foreign);
  foreign.api.next(FILE, answer);
  expect(await runBookAction(foreign.phone, withDocumentedApi(foreign.ports), 'fetch', id)).toEqual({
    ok: false,
    why: 'no_answer',
  });
  expect(await foreign.phone.db.blobs.get(file.sha256)).toBeUndefined();
});
