import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_CHUNK_BYTES } from '../../contract/sync.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { callUrl, openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';
import { beginUpload, uploadInOnePart } from '../helpers/uploads.ts';

let server: TestServer;
let anna: TestUser;
beforeAll(async () => {
  server = await openTestServer();
  anna = await server.user();
});
afterAll(() => server.close());

const startUpload = (user: TestUser, data: Buffer, fields?: object) => beginUpload(server, user, data, fields);

const part = ({ token }: TestUser, sha256: string, offset: number, body: Buffer) =>
  server.call('sync.upload_part', { token, params: { sha256 }, query: { offset }, body });

const read = (user: TestUser, sha256: string) =>
  server.app.inject({
    url: callUrl('sync.blob', { params: { sha256 } }),
    headers: { authorization: `Bearer ${user.token}` },
  });

describe('the image of an uploaded file', () => {
  it('removes GPS data from a photo, and bytes appended to the photo', async () => {
    const taken = sharp({ create: { width: 1700, height: 20, channels: 3, background: 'red' } });
    const exif = { IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '52/1 31/1 12/1', GPSLatitudeRef: 'N' } };
    const jpeg = await taken.withExif(exif).jpeg().toBuffer();
    const data = Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script></html>')]);
    const sha256 = sha256Of(data);
    expect(data.includes('canary') && data.includes('script')).toBe(true);
    await startUpload(anna, data, { mime: 'image/jpeg' });
    expect((await part(anna, sha256, 0, data)).body).toEqual({ offset: data.length, complete: true });
    const stored = (await read(anna, sha256)).rawPayload;
    const { width, exif: kept } = await sharp(stored).metadata();
    expect([width, kept, stored.includes('canary'), stored.includes('script')]).toEqual([
      1600,
      undefined,
      false,
      false,
    ]);
  });

  it('accepts an image of sixteen megapixels, and refuses a larger one from its header alone', async () => {
    const largestPicture = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await startUpload(anna, largestPicture);
    for (let offset = 0; offset < largestPicture.length; offset += UPLOAD_CHUNK_BYTES) {
      const chunk = largestPicture.subarray(offset, offset + UPLOAD_CHUNK_BYTES);
      expect((await part(anna, sha256Of(largestPicture), offset, chunk)).status).toBe(200);
    }
    expect((await read(anna, sha256Of(largestPicture))).statusCode).toBe(200);
    for (const [width, height] of [
      [4001, 4000],
      [60_000, 60_000],
    ] as const) {
      const data = makePng('bomb', width, height);
      await startUpload(anna, data);
      const { status, body } = await part(anna, sha256Of(data), 0, data);
      expect([status, body['code']]).toEqual([413, 'too_large']);
      expect((await read(anna, sha256Of(data))).statusCode).toBe(404);
      expect((await startUpload(anna, data)).body).toEqual({ offset: 0, complete: false });
    }
  });

  it('an upload repeats only its last chunk after the server was too busy to decode the image', async () => {
    const busyServer = await openTestServer({ scope: server.scope, app: { photos: { workers: 0, queue: 0 } } });
    const data = makePng('busy'.repeat(50));
    const sha256 = sha256Of(data);
    await startUpload(anna, data);
    await part(anna, sha256, 0, data.subarray(0, 100));
    const last = {
      token: anna.token,
      params: { sha256 },
      query: { offset: 100 },
      body: data.subarray(100),
    };
    const refused = await busyServer.call('sync.upload_part', last);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } });
    expect((await startUpload(anna, data)).body).toEqual({ offset: 100, complete: false });
    expect((await server.call('sync.upload_part', last)).body).toEqual({ offset: data.length, complete: true });
    await busyServer.close();
  });

  it('decodes at most sixty files a minute for one person', async () => {
    const limited = await openTestServer({ app: { rate_limits: true } });
    const [carl, dora] = [await limited.user(), await limited.user()];
    const upload = (user: TestUser, data: Buffer) => uploadInOnePart(limited, user, data);
    for (let file = 0; file < 60; file += 1) expect((await upload(carl, makePng(`${file}`))).status).toBe(200);
    const limitReply = await upload(carl, makePng('60'));
    expect([limitReply.status, limitReply.body['code']]).toEqual([429, 'too_many_requests']);
    expect(Number(limitReply.headers['retry-after'])).toBeGreaterThan(0);
    expect((await upload(dora, makePng('60'))).status).toBe(200);
    await limited.close();
  });
});
