import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import { PHOTO_BYTES, PHOTO_BYTES_IN } from '../../contract/values.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { multipartBody, type Part } from '../helpers/multipart.ts';
import { addressOf } from '../helpers/server.ts';
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

/** The first bytes of a picture of that size; nothing of it is there. */
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

async function send(
  person: Person,
  call: 'contacts.add' | 'contacts.change',
  body: { payload: Buffer; headers: Record<string, string> },
  { id = '', headers = {} }: { id?: string; headers?: Record<string, string> } = {},
) {
  const reply = await server.plain.app.inject({
    method: call === 'contacts.add' ? 'POST' : 'PUT',
    url: addressOf(call, { params: { id } }),
    headers: { authorization: `Bearer ${person.token}`, ...body.headers, ...headers },
    payload: body.payload,
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), headers: reply.headers };
}

const add = (person: Person, parts: readonly Part[], headers = {}) =>
  send(person, 'contacts.add', multipartBody([{ name: 'first_name', value: 'Nina' }, ...parts]), { headers });

const blobOf = ({ photo: kept }: Contact) =>
  server.deps.db
    .selectFrom('blobs')
    .selectAll()
    .where('scope', '=', server.deps.scope)
    .where('sha256', '=', kept?.sha256 ?? '')
    .executeTakeFirst();

const countBlobs = async () =>
  (await server.deps.db.selectFrom('blobs').select('sha256').where('scope', '=', server.deps.scope).execute()).length;

describe('a form with a photo', () => {
  it('is the contact and its photo at once: small, upright and without its notes', async () => {
    const large = await picture(3000, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { status, body } = await add(carl, [photo(large)]);
    expect(status).toBe(201);
    const kept = await blobOf(body as unknown as Contact);
    expect(kept).toMatchObject({ mime: 'image/jpeg', bytes: kept!.data.length });
    expect(createHash('sha256').update(kept!.data).digest('hex')).toBe(kept!.sha256);
    const found = await sharp(kept!.data).metadata();
    expect([found.width, found.height, found.exif, found.orientation]).toEqual([533, 1600, undefined, undefined]);
    expect(kept!.bytes).toBeLessThanOrEqual(PHOTO_BYTES);
    const { changes } = await server.changes(mary, { p1: 0 });
    expect(changes.find(({ id }) => id === body['id'])).toMatchObject({ row: { photo: body['photo'] } });
  });

  it('keeps nothing of what a camera noted', async () => {
    const { body } = await add(carl, [photo(jpeg)]);
    const kept = await blobOf(body as unknown as Contact);
    expect(Buffer.from(jpeg).includes('canary')).toBe(true);
    expect(Buffer.from(kept!.data).includes('canary')).toBe(false);
  });

  it('takes PNG and WebP too, and keeps what is see-through so', async () => {
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

  it('reads its fields as what they are', async () => {
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

  it('changes a photo alone, or takes the one that stands', async () => {
    const row = await ops.made(carl);
    const first = await send(carl, 'contacts.change', multipartBody([photo(jpeg)]), { id: row.id });
    expect([first.status, first.body['photo'], first.body['first_name']]).toMatchObject([
      200,
      { mime: 'image/jpeg' },
      'Nina',
    ]);
    const again = await send(carl, 'contacts.change', multipartBody([photo(jpeg)]), { id: row.id });
    expect(again.body['rev']).toBe(first.body['rev']);
    const empty = await send(carl, 'contacts.change', multipartBody([]), { id: row.id });
    expect([empty.status, empty.body['code']]).toEqual([400, 'invalid']);
  });

  it('is one write under its key, by its fields and the bytes of its file', async () => {
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

describe('a bad file', () => {
  it('is no picture by its bytes, whatever its name says, and leaves nothing behind', async () => {
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
      'a bomb of pixels': pngOf(60_000, 60_000),
    };
    for (const [name, file] of Object.entries(files)) {
      const { status, body } = await add(carl, [photo(file)]);
      expect([name, status, body['code'], body['fields']]).toEqual([
        name,
        422,
        'not_an_image',
        { photo: 'not_an_image' },
      ]);
    }
    expect(await countBlobs()).toBe(before);
  });

  it('that hides a page behind a picture is kept as the picture alone', async () => {
    const { status, body } = await add(carl, [photo(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]))]);
    expect(status).toBe(201);
    expect(Buffer.from((await blobOf(body as unknown as Contact))!.data).includes('script')).toBe(false);
  });

  it('that is too large is refused as such', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(PHOTO_BYTES_IN)]);
    const { status, body } = await add(carl, [photo(large)]);
    expect([status, body['code']]).toEqual([413, 'too_large']);
  });

  it('costs nothing where the fields are wrong or the contact is another’s', async () => {
    const before = await countBlobs();
    const wrong = await add(carl, [{ name: 'country', value: 'xx' }, photo(jpeg)]);
    expect([wrong.status, wrong.body['fields']]).toEqual([400, { country: 'invalid' }]);
    const { id } = await ops.made(carl);
    const other = await picture(77, 20).jpeg().toBuffer();
    expect((await send(olga, 'contacts.change', multipartBody([photo(other)]), { id })).status).toBe(404);
    expect(await countBlobs()).toBe(before);
  });
});

describe('a broken form', () => {
  const boundary = 'multipart/form-data; boundary=x';
  const raw = (payload: string | Buffer, type = boundary) =>
    send(carl, 'contacts.add', { payload: Buffer.from(payload), headers: { 'content-type': type } });
  const field = (name: string, value = 'Nina') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file =
    '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

  it('is refused, never a fault of the server', async () => {
    const broken: [string, string | Buffer, string?][] = [
      ['no boundary', 'x', 'multipart/form-data'],
      ['an empty boundary', 'x', 'multipart/form-data; boundary='],
      ['a long boundary', 'x', `multipart/form-data; boundary=${'y'.repeat(5_000)}`],
      ['nothing', ''],
      ['no part', '--x--\r\n'],
      ['not a form', '{"first_name":"Nina"}'],
      ['an end that is missing', field('first_name').slice(0, -2)],
      ['a file cut off', `${field('first_name')}${file}abc`],
      ['a header that never ends', `--x\r\nContent-Disposition: form-data; name="${'n'.repeat(100_000)}`],
      ['a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n'],
      ['a name twice', `${field('first_name')}${field('first_name')}--x--\r\n`],
      ['another prototype', `${field('first_name')}${field('__proto__', '{"x":1}')}--x--\r\n`],
      ['another constructor', `${field('first_name')}${field('constructor', '{"x":1}')}--x--\r\n`],
      ['a list that is none', `${field('first_name')}${field('phones', '[{')}--x--\r\n`],
      ['a deep list', `${field('first_name')}${field('phones', '['.repeat(30_000) + ']'.repeat(30_000))}--x--\r\n`],
      ['a flag that is none', `${field('first_name')}${field('is_partner', 'yes')}--x--\r\n`],
      ['NUL', `${field('first_name', `a${String.fromCharCode(0)}`)}--x--\r\n`],
      [
        'a file in a text field',
        `${field('first_name')}${file.replace('name="photo"', 'name="notes"')}abc\r\n--x--\r\n`,
      ],
      ['a text in the file field', `${field('first_name')}${field('photo', 'abc')}--x--\r\n`],
      ['bytes', Buffer.alloc(2_000, 0xff)],
    ];
    for (const [name, payload, type] of broken) {
      const { status, body } = await raw(payload, type);
      expect([name, status, body['code']]).toEqual([name, 400, 'invalid']);
    }
  });

  it('of too much is answered 413', async () => {
    const many = Array.from({ length: 60 }, (_, index) => field(`f${index}`)).join('');
    const two = `${file}abc\r\n${file.replace('name="photo"', 'name="photo2"')}abc\r\n`;
    for (const payload of [`${many}--x--\r\n`, `${two}--x--\r\n`, `${field('notes', 'n'.repeat(70_000))}--x--\r\n`]) {
      const { status, body } = await raw(payload);
      expect([status, body['code']]).toEqual([413, 'too_large']);
    }
  });

  it('is not read of whoever may not call', async () => {
    const body = multipartBody([photo(jpeg)]);
    expect((await send({ ...carl, token: 'none' }, 'contacts.add', body)).status).toBe(401);
  });

  it('is not taken by other calls', async () => {
    const { headers, payload } = multipartBody([{ name: 'text', value: 'x' }]);
    const reply = await server.plain.app.inject({
      method: 'POST',
      url: addressOf('comments.add'),
      headers: { authorization: `Bearer ${carl.token}`, ...headers },
      payload,
    });
    expect(reply.statusCode).toBe(415);
  });
});

describe('a photo that was uploaded before', () => {
  const uploaded = async (person: Person, data: Buffer) => {
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

  it('is hung on a contact by whoever sent it, and waited for until then', async () => {
    const data = await picture(30, 31).jpeg().toBuffer();
    const sha256 = createHash('sha256').update(data).digest('hex');
    const { id } = await ops.made(carl);
    const write = ops.photo(id, { sha256, mime: 'image/jpeg', bytes: data.length });
    expect(await server.send(carl, write)).toMatchObject({ status: 424, code: 'blob_missing' });
    await uploaded(olga, data);
    expect(await server.send(carl, write)).toMatchObject({ status: 424, code: 'blob_missing' });
    await uploaded(carl, data);
    expect(await server.send(carl, write)).toMatchObject({
      status: 200,
      row: { photo: { sha256, mime: 'image/jpeg' } },
      replayed: false,
    });
    expect(await server.send(carl, ops.photo(id, null))).toMatchObject({ status: 200, row: { photo: null } });
  });

  it('may be hung on another contact by whoever sees it', async () => {
    const file = await uploaded(carl, await picture(30, 32).jpeg().toBuffer());
    const [first, second] = [await ops.made(carl), await ops.made(mary)];
    const write = (id: string) => ops.photo(id, file);
    expect(await server.send(mary, write(second.id))).toMatchObject({ code: 'blob_missing' });
    await server.send(carl, write(first.id));
    expect(await server.send(mary, write(second.id))).toMatchObject({ status: 200 });
    const { id } = await ops.made(olga);
    expect(await server.send(olga, write(id))).toMatchObject({ code: 'blob_missing' });
  });

  it('comes back with its contact', async () => {
    const file = await uploaded(carl, await picture(30, 33).jpeg().toBuffer());
    const { id } = await ops.made(carl);
    await server.send(carl, ops.photo(id, file));
    await server.send(mary, ops.remove(id));
    const { sha256, mime } = file;
    const back = await server.send(mary, ops.restore(id, { photo: { sha256, mime } }));
    expect(back).toMatchObject({ status: 200, row: { photo: { sha256 } } });
    const unknown = ops.restore(uuidv7(), { photo: { sha256: 'a'.repeat(64), mime } });
    expect(await server.send(carl, unknown)).toMatchObject({ status: 200, row: { photo: null } });
  });
});
