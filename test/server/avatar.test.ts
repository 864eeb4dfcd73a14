import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePng, sha256Of } from '../helpers/images.ts';
import { multipartBody, type Part } from '../helpers/multipart.ts';
import { codesIn, openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let anna: TestUser;
let jpeg: Buffer;

beforeAll(async () => {
  server = await openTestServer();
  const background = { r: 20, g: 80, b: 200 };
  jpeg = await sharp({ create: { width: 2000, height: 500, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'canary' } })
    .jpeg()
    .toBuffer();
});
beforeAll(async () => {
  anna = await server.user();
});
afterAll(() => server.close());

function post(user: TestUser, parts: readonly Part[], key?: string, to = server) {
  const { payload, headers } = multipartBody(parts);
  const keyHeader = key === undefined ? {} : { 'idempotency-key': key };
  return to.call('accounts.avatar', { token: user.token, body: payload, headers: { ...headers, ...keyHeader } });
}
const avatar = (file: Uint8Array, type = 'image/jpeg'): Part => ({ name: 'avatar', file, type });
const me = async (user: TestUser) => (await server.call('accounts.me', { token: user.token })).body;
const updateMe = (user: TestUser, body: unknown) => server.call('accounts.update_me', { token: user.token, body });
const imageOf = (user: TestUser, sha256: string) =>
  server.app.inject({ url: `/api/sync/blobs/${sha256}`, headers: { authorization: `JWT ${user.token}` } });

describe('the avatar', () => {
  it('stores an uploaded avatar downsized and without metadata', async () => {
    const { status, body, headers } = await post(anna, [avatar(jpeg)]);
    expect(status).toBe(200);
    expect(headers['etag']).toBe(`"r${String(body['rev'])}"`);
    const { sha256 } = body['avatar'] as unknown as { sha256: string };
    expect((await me(anna))['avatar']).toEqual({ sha256 });
    const image = await imageOf(anna, sha256);
    expect(image.statusCode).toBe(200);
    expect(sha256Of(image.rawPayload)).toBe(sha256);
    const { width, exif } = await sharp(image.rawPayload).metadata();
    expect([width, exif]).toEqual([1600, undefined]);
    expect((await imageOf(await server.user(), sha256)).statusCode).toBe(404);
  });

  it('removes the avatar when it is set to null, and keeps it when it is sent back unchanged', async () => {
    const user = await server.user();
    await post(user, [avatar(jpeg)]);
    const read = await me(user);
    expect((await updateMe(user, { ...read, city: 'Bonn' })).body['user']).toMatchObject({ avatar: read['avatar'] });
    const other = await updateMe(user, { avatar: { sha256: 'a'.repeat(64) }, city: 'Ulm' });
    expect([other.status, codesIn(other.body)]).toEqual([400, { avatar: 'read_only' }]);
    expect((await updateMe(user, { avatar: null })).body['user']).toMatchObject({ avatar: null, city: 'Bonn' });
    expect((await me(user))['avatar']).toBeNull();
  });

  it('keeps the avatar when a profile change is refused for a wrong confirmation code', async () => {
    const user = await server.user();
    await post(user, [avatar(jpeg)]);
    const refusedReply = await updateMe(user, { avatar: null, email: 'new@example.org', code: '000000' });
    expect(refusedReply.body['code']).toBe('wrong_code');
    expect((await me(user))['avatar']).not.toBeNull();
  });

  it('refuses an avatar part that is missing, has another name or is not an image', async () => {
    const user = await server.user();
    for (const [parts, status, fields] of [
      [[], 400, { avatar: 'required' }],
      [[avatar(Buffer.alloc(0))], 400, { avatar: 'required' }],
      [[{ name: 'photo', file: jpeg }], 400, { photo: 'unknown' }],
      [[avatar(Buffer.from('<svg/>'))], 422, { avatar: 'not_an_image' }],
    ] as [Part[], number, object][]) {
      const reply = await post(user, parts);
      expect([reply.status, codesIn(reply.body)]).toEqual([status, fields]);
    }
    const jsonReply = await server.call('accounts.avatar', { token: user.token, body: {} });
    expect([jsonReply.status, codesIn(jsonReply.body)]).toEqual([400, { avatar: 'required' }]);
    expect((await me(user))['avatar']).toBeNull();
  });

  it('applies an avatar once per idempotency key', async () => {
    const user = await server.user();
    const key = uuidv7();
    const first = await post(user, [avatar(jpeg)], key);
    const secondReply = await post(user, [avatar(jpeg)], key);
    expect([secondReply.status, secondReply.body, secondReply.headers['idempotency-replayed']]).toEqual([
      200,
      first.body,
      'true',
    ]);
    const other = await post(user, [avatar(makePng('other'), 'image/png')], key);
    expect(other.body['code']).toBe('idempotency_key_reused');
  });

  it('refuses an avatar while the photo queue is full, and says when to retry', async () => {
    const busyServer = await openTestServer({ app: { photos: { workers: 0, queue: 0 } } });
    const reply = await post(await busyServer.user(), [avatar(jpeg)], undefined, busyServer);
    expect([reply.status, reply.body['code'], reply.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    await busyServer.close();
  });
});
