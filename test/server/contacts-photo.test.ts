import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed } from '../../contract/api-calls/index.ts';
import type { Contact } from '../../contract/entities/contact.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_FILE_BYTES } from '../../contract/values.ts';
import { codesIn } from '../helpers/server.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { multipartBody, sendForm, type Part } from '../helpers/multipart.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: ContactOps;
let carl: Person;
let mary: Person;
let olga: Person;
let jpeg: Buffer;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new ContactOps(server);
  mary = await server.manager();
  carl = await server.consultant({ responsible_id: mary.id });
  olga = await server.consultant({ first_name: 'Olga' });
  jpeg = await picture(40, 20)
    .withExif({ IFD0: { Copyright: 'canary' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => server.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 20 } } });

/** Builds a PNG that declares the given size but contains hardly any image data. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const photo = (file: Uint8Array, more: { filename?: string; type?: string } = {}): Part => ({
  name: 'photo',
  file,
  ...more,
});

const add = (person: Person, parts: readonly Part[], headers = {}) =>
  sendForm(server, person, 'contacts.add', multipartBody([{ name: 'first_name', value: 'Nina' }, ...parts]), {
    headers,
  });

const blobOf = ({ photo: kept }: Contact) =>
  server.deps.db
    .selectFrom('blobs')
    .selectAll()
    .where('scope', '=', server.deps.scope)
    .where('sha256', '=', kept?.sha256 ?? '')
    .executeTakeFirst();

const countBlobs = async () =>
  (await server.deps.db.selectFrom('blobs').select('sha256').where('scope', '=', server.deps.scope).execute()).length;

describe('multipart contact with a photo', () => {
  it('creates a contact with a downsized, upright photo', async () => {
    const large = await picture(3000, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { status, body } = await add(carl, [photo(large)]);
    expect(status).toBe(201);
    const storedBlob = await blobOf(body as unknown as Contact);
    expect(storedBlob).toMatchObject({ mime: 'image/jpeg', bytes: storedBlob!.data.length });
    expect(createHash('sha256').update(storedBlob!.data).digest('hex')).toBe(storedBlob!.sha256);
    const found = await sharp(storedBlob!.data).metadata();
    expect([found.width, found.height, found.exif, found.orientation]).toEqual([533, 1600, undefined, undefined]);
    expect(storedBlob!.bytes).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    const { changes } = await server.changes(mary, { p1: 0 });
    expect(changes.find(({ id }) => id === body['id'])).toMatchObject({ row: { photo: body['photo'] } });
  });

  it('strips camera metadata from a photo', async () => {
    const { body } = await add(carl, [photo(jpeg)]);
    const storedBlob = await blobOf(body as unknown as Contact);
    expect(Buffer.from(jpeg).includes('canary')).toBe(true);
    expect(Buffer.from(storedBlob!.data).includes('canary')).toBe(false);
  });

  it('accepts photos in PNG and WebP and keeps transparency', async () => {
    const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    for (const [file, mime] of [
      [await picture(9, 9).png().toBuffer(), 'image/jpeg'],
      [await picture(9, 9).webp().toBuffer(), 'image/jpeg'],
      [await clear.png().toBuffer(), 'image/webp'],
    ] as const)
      expect(
        (await add(carl, [photo(file, { filename: '../../x.exe', type: 'text/html' })])).body['photo'],
      ).toMatchObject({ mime });
  });

  it('parses the fields of a multipart form by their types', async () => {
    const phones = [{ number: '+4915100000500', label: 'home' }];
    const { status, body } = await add(carl, [
      { name: 'phones', value: JSON.stringify(phones) },
      { name: 'emails', value: '["nina@example.org"]' },
      { name: 'consent', value: JSON.stringify({ given_at: server.iso(), how: 'by word' }) },
      { name: 'is_partner', value: 'true' },
      { name: 'telegram', value: '' },
      { name: 'country', value: '' },
      { name: 'date_birth', value: '' },
      { name: 'category_id', value: '' },
      { name: 'next_step_at', value: '' },
      { name: 'city', value: '' },
      { name: 'notes', value: 'Привет' },
    ]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ phones, emails: ['nina@example.org'], is_partner: true, notes: 'Привет', city: '' });
    expect(body).toMatchObject({ telegram: null, country: null, date_birth: null, category_id: null, photo: null });
    expect(body['consent']).toMatchObject({ how: 'by word' });
  });

  it('a form with only a photo changes only the photo, and an empty form is refused', async () => {
    const row = await ops.createFor(carl);
    const first = await sendForm(server, carl, 'contacts.change', multipartBody([photo(jpeg)]), { id: row.id });
    expect([first.status, first.body['photo'], first.body['first_name']]).toMatchObject([
      200,
      { mime: 'image/jpeg' },
      'Nina',
    ]);
    const secondReply = await sendForm(server, carl, 'contacts.change', multipartBody([photo(jpeg)]), { id: row.id });
    expect(secondReply.body['rev']).toBe(first.body['rev']);
    const empty = await sendForm(server, carl, 'contacts.change', multipartBody([]), { id: row.id });
    expect([empty.status, empty.body['code']]).toEqual([400, 'invalid']);
  });

  it('applies the fields and the file of a form as one write under one idempotency key', async () => {
    const headers = { 'idempotency-key': uuidv7() };
    const parts: Part[] = [{ name: 'id', value: uuidv7() }, photo(jpeg)];
    const first = await add(carl, parts, headers);
    const second = await add(carl, parts, headers);
    expect([second.body, second.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    const other = await add(carl, [parts[0]!, photo(await picture(41, 20).jpeg().toBuffer())], headers);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect((await add(carl, [parts[0]!], headers)).body['code']).toBe('idempotency_key_reused');
  });
});

describe('invalid photo files', () => {
  it('rejects a file that is not a complete image in a supported format, and stores nothing', async () => {
    const before = await countBlobs();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const gif = await picture(5, 5).gif().toBuffer();
    const files: Record<string, Buffer> = {
      svg,
      gif,
      text: Buffer.from('hello'),
      html: Buffer.from('<html><body>x</body></html>'),
      'only the first bytes': jpeg.subarray(0, 3),
      'the first bytes and then a page': Buffer.concat([jpeg.subarray(0, 20), svg]),
      'half of a picture': (await picture(400, 400).png().toBuffer()).subarray(0, 300),
    };
    for (const [name, file] of Object.entries(files)) {
      const { status, body } = await add(carl, [photo(file)]);
      expect([name, status, body['code'], codesIn(body)]).toEqual([
        name,
        422,
        'not_an_image',
        { photo: 'not_an_image' },
      ]);
    }
    expect(await countBlobs()).toBe(before);
  });

  it('refuses a photo of more than sixteen megapixels by its header, before decoding it', async () => {
    for (const [width, height] of [
      [8000, 8000],
      [60_000, 60_000],
      [4000, 4001],
    ] as const) {
      const { status, body } = await add(carl, [photo(pngOf(width, height))]);
      expect([status, body['code'], codesIn(body)]).toEqual([413, 'too_large', { photo: 'too_large' }]);
    }
    const largestPicture = await picture(4000, 4000).png().toBuffer();
    expect((await add(carl, [photo(largestPicture)])).status).toBe(201);
  });

  it('responds with 503 and Retry-After to a photo while the photo queue is full', async () => {
    const busyServer = await openSyncServer({ app: { photos: { workers: 0, queue: 0 } } });
    const nina = await busyServer.consultant();
    const send = (parts: readonly Part[]) => sendForm(busyServer, nina, 'contacts.add', multipartBody(parts));
    const refused = await send([{ name: 'first_name', value: 'Nina' }, photo(jpeg)]);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } });
    const json = { first_name: 'Nina' };
    expect((await busyServer.call(nina, 'POST', callNamed('contacts.add').path, json)).status).toBe(201);
    await busyServer.close();
  });

  it('stores only the image of a file with an HTML page appended to it', async () => {
    const { status, body } = await add(carl, [photo(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]))]);
    expect(status).toBe(201);
    expect(Buffer.from((await blobOf(body as unknown as Contact))!.data).includes('script')).toBe(false);
  });

  it('rejects a photo file that exceeds the size limit', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(MAX_PHOTO_FILE_BYTES)]);
    const { status, body } = await add(carl, [photo(large)]);
    expect([status, body['code']]).toEqual([413, 'too_large']);
  });

  it('stores no photo when a field is invalid or the contact belongs to another owner', async () => {
    const before = await countBlobs();
    const wrongForm = await add(carl, [{ name: 'country', value: 'xx' }, photo(jpeg)]);
    expect([wrongForm.status, codesIn(wrongForm.body)]).toEqual([400, { country: 'invalid' }]);
    const { id } = await ops.createFor(carl);
    const other = await picture(77, 20).jpeg().toBuffer();
    expect((await sendForm(server, olga, 'contacts.change', multipartBody([photo(other)]), { id })).status).toBe(404);
    expect(await countBlobs()).toBe(before);
  });
});

describe('previously uploaded photos', () => {
  const upload = async (person: Person, data: Buffer) => {
    const sha256 = createHash('sha256').update(data).digest('hex');
    const url = `/api/sync/blobs/${sha256}`;
    await server.call(person, 'POST', url, { bytes: data.length, mime: 'image/jpeg' });
    const reply = await server.plain.app.inject({
      method: 'PATCH',
      url: `${url}?offset=0`,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
      payload: data,
    });
    expect(reply.json()).toEqual({ offset: data.length, complete: true });
    return { sha256, mime: 'image/jpeg', bytes: data.length };
  };

  it('attaches a photo to a contact only after the same person has uploaded it', async () => {
    const data = await picture(30, 31).jpeg().toBuffer();
    const sha256 = createHash('sha256').update(data).digest('hex');
    const { id } = await ops.createFor(carl);
    const write = ops.photo(id, { sha256, mime: 'image/jpeg', bytes: data.length });
    expect(await server.send(carl, write)).toMatchObject({ status: 424, code: 'blob_missing' });
    await upload(olga, data);
    expect(await server.send(carl, write)).toMatchObject({ status: 424, code: 'blob_missing' });
    await upload(carl, data);
    expect(await server.send(carl, write)).toMatchObject({
      status: 200,
      row: { photo: { sha256, mime: 'image/jpeg' } },
      replayed: false,
    });
    expect(await server.send(carl, ops.photo(id, null))).toMatchObject({ status: 200, row: { photo: null } });
  });

  it('lets a person who can see a photo attach it to another contact', async () => {
    const file = await upload(carl, await picture(30, 32).jpeg().toBuffer());
    const [first, second] = [await ops.createFor(carl), await ops.createFor(mary)];
    const write = (id: string) => ops.photo(id, file);
    expect(await server.send(mary, write(second.id))).toMatchObject({ code: 'blob_missing' });
    await server.send(carl, write(first.id));
    expect(await server.send(mary, write(second.id))).toMatchObject({ status: 200 });
    const { id } = await ops.createFor(olga);
    expect(await server.send(olga, write(id))).toMatchObject({ code: 'blob_missing' });
  });

  it('restores a contact together with its photo', async () => {
    const file = await upload(carl, await picture(30, 33).jpeg().toBuffer());
    const { id } = await ops.createFor(carl);
    await server.send(carl, ops.photo(id, file));
    await server.send(mary, ops.remove(id));
    const { sha256, mime } = file;
    const back = await server.send(mary, ops.restore(id, { photo: { sha256, mime } }));
    expect(back).toMatchObject({ status: 200, row: { photo: { sha256 } } });
    const unknown = ops.restore(uuidv7(), { photo: { sha256: 'a'.repeat(64), mime } });
    expect(await server.send(carl, unknown)).toMatchObject({ status: 200, row: { photo: null } });
  });
});
