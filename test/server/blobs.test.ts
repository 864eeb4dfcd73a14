import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_CHUNK_BYTES } from '../../contract/sync.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { codesIn, callUrl, openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';
import { beginUpload } from '../helpers/uploads.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let anna: TestUser;
let ben: TestUser;
beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
  ben = await server.user();
});
afterAll(() => server.close());

const startUpload = (user: TestUser, data: Buffer, fields?: object) => beginUpload(server, user, data, fields);

const part = (user: TestUser, sha256: string, offset: number, bytes: Buffer, headers = {}) =>
  server.call('sync.upload_part', { token: user.token, params: { sha256 }, query: { offset }, body: bytes, headers });

async function send(user: TestUser, data: Buffer, size = UPLOAD_CHUNK_BYTES): Promise<void> {
  const sha256 = sha256Of(data);
  expect((await startUpload(user, data)).body).toEqual({ offset: 0, complete: false });
  for (let offset = 0; offset < data.length; offset += size) {
    const { status, body } = await part(user, sha256, offset, data.subarray(offset, offset + size));
    const end = Math.min(offset + size, data.length);
    expect([status, body]).toEqual([200, { offset: end, complete: end === data.length }]);
  }
}

const read = (user: TestUser, sha256: string) =>
  server.app.inject({
    url: callUrl('sync.blob', { params: { sha256 } }),
    headers: { authorization: `Bearer ${user.token}` },
  });

/** Creates a contact with this photo. */
async function createContactWithPhoto(
  owner: TestUser,
  photo_sha256: string,
  deleted_at: string | null = null,
): Promise<string> {
  const id = uuidv7();
  const at = server.clock.now().toISOString();
  await server.db
    .insertInto('contacts')
    .values({
      scope: server.scope,
      id,
      owner_id: owner.id,
      first_name: 'Ivan',
      last_name: '',
      middle_name: '',
      city: '',
      phones: '[]',
      emails: '[]',
      address: '',
      work_zone: '',
      is_partner: false,
      status: 'new',
      notes: '',
      photo_sha256,
      photo_mime: 'image/png',
      rev: 1,
      field_revs: '{}',
      created_at: at,
      updated_at: at,
      deleted_at,
    })
    .execute();
  return id;
}

describe('blob uploads', () => {
  it('stores an image uploaded in chunks as JPEG under the hash of the original file', async () => {
    const data = makePng('x'.repeat(300_000));
    await send(anna, data);
    const reply = await read(anna, sha256Of(data));
    expect(reply.statusCode).toBe(200);
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 2, height: 2 });
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-sync-proto': '1',
      'cache-control': 'no-store',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers['content-security-policy']).toContain('sandbox');
    const parts = server.db.selectFrom('blob_parts').select('start').where('scope', '=', server.scope);
    expect(await parts.execute()).toEqual([]);
  });

  it('resumes an interrupted upload at its offset', async () => {
    const data = makePng('resumed'.repeat(50));
    const sha256 = sha256Of(data);
    await startUpload(anna, data);
    await part(anna, sha256, 0, data.subarray(0, 100));
    expect((await startUpload(anna, data)).body).toEqual({ offset: 100, complete: false });
    const wrongPart = await part(anna, sha256, 0, data.subarray(0, 100));
    expect([wrongPart.status, wrongPart.body['code'], wrongPart.body['details']]).toEqual([
      409,
      'upload_offset',
      { offset: 100 },
    ]);
    expect((await part(anna, sha256, 100, data.subarray(100))).body).toEqual({ offset: data.length, complete: true });
  });

  it('reports a finished upload as complete when it is sent or started again', async () => {
    const data = makePng('twice');
    await send(anna, data);
    const done = { offset: data.length, complete: true };
    expect((await part(anna, sha256Of(data), 0, data)).body).toEqual(done);
    expect((await startUpload(anna, data)).body).toEqual(done);
  });

  it('does not reveal whether another person has uploaded the same file', async () => {
    const data = makePng('private');
    const sha256 = sha256Of(data);
    await send(anna, data);
    expect((await read(ben, sha256)).statusCode).toBe(404);
    expect((await startUpload(ben, data)).body).toEqual({ offset: 0, complete: false });
    expect((await read(ben, sha256)).statusCode).toBe(404);
    expect((await part(ben, sha256, 0, data)).body).toEqual({ offset: data.length, complete: true });
    expect((await read(ben, sha256)).statusCode).toBe(200);
  });

  it('reports an upload as complete to both simultaneous senders of a chunk', async () => {
    const data = makePng('race'.repeat(100));
    const sha256 = sha256Of(data);
    await startUpload(anna, data);
    const replies = await Promise.all([part(anna, sha256, 0, data), part(anna, sha256, 0, data)]);
    for (const { status, body } of replies)
      expect([status, body]).toEqual([200, { offset: data.length, complete: true }]);
  });

  it('discards an upload with the wrong hash, so that the device can send it again', async () => {
    const data = makePng('promised');
    const sha256 = sha256Of(data);
    await startUpload(anna, data);
    const other = Buffer.from(data);
    other[other.length - 1] = 0;
    const wrongPart = await part(anna, sha256, 0, other);
    expect([wrongPart.status, wrongPart.body['code']]).toEqual([422, 'checksum']);
    expect((await startUpload(anna, data)).body).toEqual({ offset: 0, complete: false });
    expect((await part(anna, sha256, 0, data)).body).toMatchObject({ complete: true });
  });

  it('refuses an upload that is not a complete image of the declared type', async () => {
    const cases: [string, Buffer, string][] = [
      ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'image/png'],
      ['another kind', makePng('kind'), 'image/jpeg'],
      ['half a picture', makePng('half').subarray(0, 12), 'image/png'],
      ['no pixels', makePng('none', 0, 5), 'image/png'],
    ];
    for (const [what, data, mime] of cases) {
      const sha256 = sha256Of(data);
      await startUpload(anna, data, { mime });
      const { status, body } = await part(anna, sha256, 0, data);
      expect([what, status, body['code']]).toEqual([what, 422, 'not_an_image']);
      expect((await read(anna, sha256)).statusCode).toBe(404);
    }
  });

  it('restarts an upload when its type or length changes', async () => {
    const data = makePng('retold');
    await startUpload(anna, data, { mime: 'image/webp' });
    await part(anna, sha256Of(data), 0, data.subarray(0, 10));
    expect((await startUpload(anna, data)).body).toEqual({ offset: 0, complete: false });
    expect((await part(anna, sha256Of(data), 0, data)).body).toMatchObject({ complete: true });
  });

  it('refuses chunks that are empty, too long or of another type, and uploads that are too large', async () => {
    const data = makePng('bounds'.repeat(20));
    const sha256 = sha256Of(data);
    expect((await part(anna, sha256, 0, data)).status).toBe(404);
    await startUpload(anna, data);
    const tooLongPart = await part(anna, sha256, 0, Buffer.concat([data, Buffer.from('more')]));
    expect([tooLongPart.status, codesIn(tooLongPart.body)]).toEqual([400, { body: 'too_long' }]);
    const emptyPart = await part(anna, sha256, 0, Buffer.alloc(0));
    expect([emptyPart.status, codesIn(emptyPart.body)]).toEqual([400, { body: 'empty' }]);
    expect((await part(anna, sha256, 0, Buffer.alloc(UPLOAD_CHUNK_BYTES + 2048))).status).toBe(413);
    expect((await part(anna, sha256, 0, data, { 'content-type': 'application/json' })).status).toBe(415);
    const octetStreamPart = await part(anna, sha256, 0, data, { 'content-type': 'application/octet-stream' });
    expect(octetStreamPart.body).toMatchObject({ complete: true });
    const hugeUpload = await startUpload(anna, makePng('huge'), { bytes: 11 * 1024 * 1024 });
    expect([hugeUpload.status, codesIn(hugeUpload.body)]).toEqual([400, { bytes: 'too_long' }]);
    expect((await startUpload(anna, makePng('svg'), { mime: 'image/svg+xml' })).status).toBe(400);
  });

  it('accepts uploads of at most 200 MiB a day from one person, and counts a repeated upload once', async () => {
    const carl = await server.user();
    const large = { bytes: 10 * 1024 * 1024 };
    for (let file = 0; file < 20; file += 1)
      expect((await startUpload(carl, makePng(`${file}`), large)).status).toBe(200);
    const overLimitReply = await startUpload(carl, makePng('over'), large);
    expect([overLimitReply.status, overLimitReply.body['code']]).toEqual([429, 'too_many_requests']);
    expect((await startUpload(carl, makePng('3'), large)).status).toBe(200);
    expect((await startUpload(anna, makePng('over'), large)).status).toBe(200);
    server.clock.advance(DAY_MS + 1);
    expect((await startUpload(carl, makePng('over'), large)).status).toBe(200);
  });
});

describe('stored files', () => {
  it("serves a contact's photo only to the person who uploaded it, the owner and the owner's manager", async () => {
    const manager = await server.user(roles.manager);
    const owner = await server.user({ responsible_id: manager.id });
    const former = await server.user();
    const demoted = await server.user();
    await server.user({ responsible_id: demoted.id });
    const data = makePng('of a contact');
    const sha256 = sha256Of(data);
    await send(former, data);
    await createContactWithPhoto(owner, sha256);
    const statuses = [];
    for (const user of [former, owner, manager, ben, demoted]) statuses.push((await read(user, sha256)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 404, 404]);
    const anonymousReply = await server.app.inject({ url: callUrl('sync.blob', { params: { sha256 } }) });
    expect(anonymousReply.statusCode).toBe(401);
    expect((await read(anna, 'no-hash')).statusCode).toBe(400);
  });

  it('stops serving the photo of a deleted contact', async () => {
    const owner = await server.user();
    const data = makePng('deleted');
    await send(anna, data);
    await createContactWithPhoto(owner, sha256Of(data), server.clock.now().toISOString());
    expect((await read(owner, sha256Of(data))).statusCode).toBe(404);
  });

  it('deletes unreferenced and unfinished files after a week', async () => {
    const lena = await server.user();
    const [kept, loose, half, later] = [
      makePng('kept'),
      makePng('loose'),
      makePng('half way'.repeat(9)),
      makePng('sent later'),
    ];
    await send(lena, kept);
    await send(lena, loose);
    await createContactWithPhoto(lena, sha256Of(kept), server.clock.now().toISOString());
    await startUpload(lena, half);
    await part(lena, sha256Of(half), 0, half.subarray(0, 20));
    const at = server.clock.now().getTime();
    await cleanUp(server.db, new Date(at + 6 * DAY_MS));
    expect((await startUpload(lena, half)).body).toMatchObject({ offset: 20 });
    server.clock.advance(2 * DAY_MS);
    await send(lena, later);
    await cleanUp(server.db, new Date(at + 8 * DAY_MS));
    expect((await read(lena, sha256Of(loose))).statusCode).toBe(404);
    expect((await read(lena, sha256Of(kept))).statusCode).toBe(200);
    expect((await read(lena, sha256Of(later))).statusCode).toBe(200);
    expect((await startUpload(lena, loose)).body).toEqual({ offset: 0, complete: false });
    expect((await startUpload(lena, half)).body).toEqual({ offset: 0, complete: false });
  });
});
