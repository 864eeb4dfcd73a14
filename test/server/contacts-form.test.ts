import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipartBody, sendForm } from '../helpers/multipart.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let carl: Person;

beforeAll(async () => {
  server = await openSyncServer();
  carl = await server.consultant();
});
afterAll(() => server.close());

describe('broken multipart forms', () => {
  const boundary = 'multipart/form-data; boundary=x';
  const raw = (payload: string | Buffer, type = boundary) =>
    sendForm(server, carl, 'contacts.add', { payload: Buffer.from(payload), headers: { 'content-type': type } });
  const field = (name: string, value = 'Nina') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file =
    '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

  it('responds with 400 to a broken multipart form', async () => {
    const brokenForms: [string, string | Buffer, string?][] = [
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
    for (const [name, payload, type] of brokenForms) {
      const { status, body } = await raw(payload, type);
      expect([name, status, body['code']]).toEqual([name, 400, 'invalid']);
    }
  });

  it('responds with 413 to an oversized form', async () => {
    const many = Array.from({ length: 60 }, (_, index) => field(`f${index}`)).join('');
    const twoFiles = `${file}abc\r\n${file.replace('name="photo"', 'name="photo2"')}abc\r\n`;
    for (const payload of [
      `${many}--x--\r\n`,
      `${twoFiles}--x--\r\n`,
      `${field('notes', 'n'.repeat(70_000))}--x--\r\n`,
    ]) {
      const { status, body } = await raw(payload);
      expect([status, body['code']]).toEqual([413, 'too_large']);
    }
  });

  it('responds with 401 to the form of an unauthorised caller', async () => {
    const body = multipartBody([{ name: 'first_name', value: 'Nina' }]);
    expect((await sendForm(server, { ...carl, token: 'none' }, 'contacts.add', body)).status).toBe(401);
  });

  it('responds with 415 to a form in a call that accepts no forms', async () => {
    const body = multipartBody([{ name: 'text', value: 'x' }]);
    expect((await sendForm(server, carl, 'comments.add', body)).status).toBe(415);
  });

  it('accepts a form from a client whose previous form was too large', async () => {
    const { app } = server.plain;
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const large = multipartBody([{ name: 'photo', file: Buffer.alloc(14 * 1024 * 1024, 0xff) }]);
    const ask = (body: typeof large) =>
      fetch(`http://127.0.0.1:${port}/api/contacts/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${carl.token}`, ...body.headers },
        body: Uint8Array.from(body.payload),
      });
    for (let round = 0; round < 3; round += 1) {
      expect((await ask(large)).status).toBe(413);
      expect((await ask(multipartBody([{ name: 'first_name', value: 'Nina' }]))).status).toBe(201);
    }
  });
});
