import { describe, expect, test } from 'vitest';
import { UPLOAD_CHUNK_BYTES } from '../../contract/sync.ts';
import { contactRow, photoFile, setPhoto, editContact } from '../helpers/contact-makers.ts';
import { jsonResponse, makePhone, refusalResponse, type SeenRequest } from '../helpers/fake-server.ts';

/** Makes the server store files. Returns a map from the hash of a file to the number of its bytes on the server. */
function storeUploads(server: Awaited<ReturnType<typeof makePhone>>['server']) {
  const receivedBytes = new Map<string, number>();
  const wholeFiles = new Map<string, number>();
  const shaOf = ({ url }: SeenRequest) => /blobs\/([0-9a-f]{64})/.exec(url)![1]!;
  const state = (sha256: string) => {
    const offset = receivedBytes.get(sha256) ?? 0;
    return jsonResponse({ offset, complete: offset === wholeFiles.get(sha256) });
  };
  server.every('sync.upload', (seen) => {
    wholeFiles.set(shaOf(seen), (JSON.parse(seen.body) as { bytes: number }).bytes);
    return state(shaOf(seen));
  });
  server.every('sync.upload_part', (seen) => {
    const offset = Number(new URL(seen.url, 'http://x').searchParams.get('offset'));
    const storedLength = receivedBytes.get(shaOf(seen)) ?? 0;
    if (offset !== storedLength) return refusalResponse(409, 'upload_offset');
    receivedBytes.set(shaOf(seen), storedLength + seen.bytes);
    return state(shaOf(seen));
  });
  return receivedBytes;
}

async function open(size = 10) {
  const setup = await makePhone();
  const { db, store } = setup.phone;
  const row = contactRow();
  await db.contacts.put(row);
  setup.server.rows.set(`contacts:${row.id}`, { c: 'contacts', row });
  const file = photoFile('x'.repeat(size));
  const [op_id] = await store.writeAll([setPhoto(row.id, file)]);
  const parts = () =>
    setup.server.calls('sync.upload_part').map(({ url }) => new URL(url, 'http://x').searchParams.get('offset'));
  return { ...setup, db, store, row, file, op_id: op_id!, receivedBytes: storeUploads(setup.server), parts };
}

describe('photo upload', () => {
  test('sends a photo in chunks, and then the write that refers to it', async () => {
    const { phone, server, db, op_id, parts, file, receivedBytes } = await open(UPLOAD_CHUNK_BYTES * 2 + 5);
    expect(await phone.runCycle()).toBe('done');
    expect(parts()).toEqual(['0', String(UPLOAD_CHUNK_BYTES), String(UPLOAD_CHUNK_BYTES * 2)]);
    expect(receivedBytes.get(file.sha256)).toBe(file.data.byteLength);
    expect([...server.results.keys()]).toEqual([op_id]);
    expect(await db.outbox.count()).toBe(0);
    expect((await db.blobs.get(file.sha256))?.sent_at).not.toBeNull();
  });

  test("resumes a photo upload at the server's offset", async () => {
    const { phone, server, parts } = await open(UPLOAD_CHUNK_BYTES * 2);
    server.next('sync.upload_part', (seen) => server.replyAsScripted('sync.upload_part', seen));
    server.next('sync.upload_part', () => Promise.reject(new TypeError('cut')));
    expect(await phone.runCycle()).toBe('failed');
    expect(await phone.runCycle()).toBe('done');
    expect(parts()).toEqual(['0', String(UPLOAD_CHUNK_BYTES), String(UPLOAD_CHUNK_BYTES)]);
  });

  test('a failing photo upload does not delay other writes to its contact', async () => {
    const { phone, server, store, row } = await open();
    server.every('sync.upload', () => Promise.reject(new TypeError('cut')));
    await store.writeAll([editContact(row.id, { city: 'Bonn' })]);
    expect(await phone.runCycle()).toBe('failed');
    expect([...server.rows.values()].find(({ c }) => c === 'contacts')?.row).toMatchObject({
      city: 'Bonn',
      photo: null,
    });
  });

  test('a photo upload yields to new writes between two chunks', async () => {
    const { phone, server, store, row, receivedBytes, file } = await open(UPLOAD_CHUNK_BYTES * 3);
    server.next('sync.upload_part', async (seen) => {
      await store.writeAll([editContact(row.id, { city: 'Bonn' })]);
      phone.scheduler.schedule('written');
      return server.replyAsScripted('sync.upload_part', seen);
    });
    await phone.scheduler.syncNow();
    await phone.scheduler.idle();
    const names = server.seen
      .map(({ name }) => name)
      .filter((name) => name === 'sync.push' || name === 'sync.upload_part');
    expect(names).toEqual(['sync.upload_part', 'sync.push', 'sync.upload_part', 'sync.upload_part', 'sync.push']);
    expect(receivedBytes.get(file.sha256)).toBe(file.data.byteLength);
  });

  /**
   * Opens a device with two waiting photos of a contact. The device treats the second photo as sent, but the server
   * does not have it.
   */
  async function openTwo() {
    const setup = await open();
    const { db, server, store, row, receivedBytes } = setup;
    const second = photoFile('y'.repeat(10));
    await store.writeAll([setPhoto(row.id, second)]);
    await db.blobs.update(second.sha256, { sent_at: 1 });
    const hasFile = ({ args }: { args: unknown }) =>
      [...receivedBytes.keys()].some((sha) => JSON.stringify(args).includes(sha));
    server.judge = (op) => (hasFile(op) ? null : { status: 422, code: 'blob_missing' });
    return { ...setup, second };
  }

  test('uploads a file that the server lacks, and sends the write that refers to it in the same cycle', async () => {
    const { phone, db, second, receivedBytes } = await openTwo();
    expect(await phone.runCycle()).toBe('done');
    expect(receivedBytes.has(second.sha256)).toBe(true);
    expect(await db.outbox.count()).toBe(0);
  });

  test('uploads a file only once in a sync cycle if the server keeps losing it', async () => {
    const { phone, server, db } = await openTwo();
    server.judge = () => ({ status: 422, code: 'blob_missing' });
    expect(await phone.runCycle()).toBe('done');
    expect(server.calls('sync.upload')).toHaveLength(1);
    expect(await db.outbox.count()).toBe(2);
  });

  test('keeps a rejected photo in the outbox with its reason, and removes it from the contact', async () => {
    const { phone, server, db, op_id, row } = await open();
    server.every('sync.upload', () => refusalResponse(422, 'not_an_image'));
    await phone.runCycle();
    expect(await db.outbox.get({ op_id })).toMatchObject({ state: 'rejected', error: { code: 'not_an_image' } });
    expect((await db.contacts.get(row.id))?.photo).toBeNull();
  });

  test('a rate limit on uploads delays only uploads', async () => {
    const { phone, server, db, store, row, op_id } = await open();
    server.every('sync.upload', () => refusalResponse(429, 'too_many_requests', { 'Retry-After': '600' }));
    expect(await phone.runCycle()).toBe('done');
    await store.writeAll([editContact(row.id, { city: 'Bonn' })]);
    expect(await phone.runCycle()).toBe('done');
    expect(server.calls('sync.upload')).toHaveLength(1);
    expect((await db.outbox.toArray()).map((entry) => entry.op_id)).toEqual([op_id]);
  });
});
