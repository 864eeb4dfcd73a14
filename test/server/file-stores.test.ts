import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { readContent } from '../../server/content/read.ts';
import { writeContent } from '../../server/content/write.ts';
import { placeContent } from '../../server/content/write-media.ts';
import { inScope } from '../../server/context.ts';
import { readEnvironment } from '../../server/environment.ts';
import { checkFileStores, createFileStores, logUnusableStores } from '../../server/files/file-stores.ts';
import { readFile as readStored } from '../../server/files/open-file.ts';
import { encodeImages } from '../../server/landing/pages/encode-images.ts';
import { readScaledImage } from '../../server/landing/pages/images.ts';
import { openTestStores, type TestStores } from '../helpers/file-stores.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { multipartBody } from '../helpers/multipart.ts';
import { pageBlock } from '../helpers/page-blocks.ts';
import { publishPage, storeTestImage } from '../helpers/published-page.ts';
import { callUrl, openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';
import { uploadInOnePart } from '../helpers/uploads.ts';
import { writeVideo } from '../helpers/videos.ts';

let stores: TestStores;
let server: TestServer;
let anna: TestUser;
let ben: TestUser;
beforeAll(async () => {
  stores = await openTestStores();
  const files = { target: stores.s3, external: [stores.folder, stores.s3] };
  server = await openTestServer({ files, log: stores.log });
  anna = await server.user();
  ben = await server.user();
});
afterAll(async () => {
  await server.close();
  await stores.close();
});
beforeEach(() => {
  stores.fake.faults.length = 0;
  stores.fake.requests.length = 0;
  stores.lines.length = 0;
});

const read = (user: TestUser, sha256: string) =>
  server.app.inject({
    url: callUrl('sync.blob', { params: { sha256 } }),
    headers: { authorization: `Bearer ${user.token}` },
  });

const blobRow = (sha256: string) =>
  server.db
    .selectFrom('blobs')
    .selectAll()
    .where('scope', '=', server.scope)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();

const slowDown = { kind: 'error', status: 503, code: 'SlowDown' } as const;

describe('uploads in an object store', () => {
  it('stores uploads under the hash of their stored bytes, and serves them only to those who may see them', async () => {
    const data = makePng('first', 3, 2);
    const sha256 = sha256Of(data);
    expect((await uploadInOnePart(server, anna, data)).body).toEqual({ offset: data.length, complete: true });
    const row = await blobRow(sha256);
    expect(row).toMatchObject({ stored_in: 's3', width: 3, height: 2 });
    expect(row.data).toHaveLength(0);
    const object = row.object_sha256 ?? '';
    const stored = stores.fake.objects.get(`some/${server.scope}/${object.slice(0, 2)}/${object}`);
    expect(sha256Of(stored!)).toBe(object);
    const reply = await read(anna, sha256);
    expect(reply.rawPayload.equals(stored!)).toBe(true);
    expect(reply.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': String(stored!.length) });
    const [hidden, missing] = [await read(ben, sha256), await read(ben, 'f'.repeat(64))];
    const bodyOf = (found: typeof hidden) => ({ ...found.json<object>(), request_id: '' });
    expect([hidden.statusCode, bodyOf(hidden)]).toEqual([404, bodyOf(missing)]);
  });

  it('stores an upload once if several people send the same file', async () => {
    const data = makePng('shared', 4, 2);
    await uploadInOnePart(server, anna, data);
    await uploadInOnePart(server, ben, data);
    expect(stores.fake.requests.map((line) => line.split(' ')[0])).toEqual(['PUT', 'HEAD']);
    expect((await read(ben, sha256Of(data))).statusCode).toBe(200);
  });

  it('stores the uploads of a form in the object store, too', async () => {
    const { payload, headers } = multipartBody([{ name: 'avatar', file: makePng('avatar', 5, 2) }]);
    const reply = await server.app.inject({
      method: 'POST',
      url: callUrl('accounts.avatar'),
      headers: { ...headers, authorization: `Bearer ${anna.token}` },
      payload,
    });
    expect(reply.statusCode).toBe(200);
    expect(stores.fake.requests.map((line) => line.split(' ')[0])).toEqual(['PUT']);
  });

  it('refuses the last part of an upload with 503 while the store fails, and accepts it later', async () => {
    const data = makePng('patient', 6, 2);
    stores.fake.faults.push(slowDown);
    const { status, body, headers } = await uploadInOnePart(server, anna, data);
    expect([status, body['code'], headers['retry-after']]).toEqual([503, 'unavailable', '10']);
    expect(stores.lines).toEqual([
      expect.objectContaining({
        store: 's3',
        reason: 'the store asks for fewer requests (SlowDown, status 503)',
        msg: 'the store of files failed',
      }),
    ]);
    const params = { sha256: sha256Of(data) };
    const again = { token: anna.token, params, query: { offset: 0 }, body: data };
    expect((await server.call('sync.upload_part', again)).body).toEqual({ offset: data.length, complete: true });
  });

  it('an upload cannot be read while the store fails, and the response may not be cached', async () => {
    const data = makePng('unreadable', 7, 2);
    await uploadInOnePart(server, anna, data);
    stores.fake.faults.push(slowDown);
    const reply = await read(anna, sha256Of(data));
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '10']);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(stores.lines).toHaveLength(1);
    expect((await read(anna, sha256Of(data))).statusCode).toBe(200);
  });

  it('responds with 404 for an upload that the store has lost, and logs one line', async () => {
    const data = makePng('lost', 8, 2);
    await uploadInOnePart(server, anna, data);
    stores.fake.objects.clear();
    expect((await read(anna, sha256Of(data))).statusCode).toBe(404);
    expect(stores.lines).toEqual([expect.objectContaining({ msg: 'an object is missing in the store of files' })]);
  });
});

describe('imported files in an object store', () => {
  let dir: string;
  let video: Buffer;
  let images: string[];
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'haversack-content-'));
    await mkdir(join(dir, 'talk'));
    await writeFile(join(dir, 'talk/category.md'), '---\ntitle: Talk\nlanguage: en\norder: 1\n---\nText.\n');
    await writeFile(join(dir, 'talk/house.png'), makePng('house'));
    await writeVideo(join(dir, 'talk/film.mp4'), MEDIA_CHUNK_BYTES + 500, 'stored');
    const head = 'title: One\ncategory: talk\nlanguage: en\norder: 1\nminutes: 8\nvideo: film.mp4';
    await writeFile(join(dir, 'talk/01.md'), `---\n${head}\n---\nLook.\n\n![a house](house.png)\n`);
    video = await readFile(join(dir, 'talk/film.mp4'));
    const content = await readContent(dir);
    expect(content.problems).toEqual([]);
    images = content.lessons.flatMap((lesson) => lesson.images.map(({ sha256 }) => sha256));
    const placedFiles = await placeContent(server.deps, content);
    const { scope } = server;
    await inScope(server.deps, scope, ({ tx, nextRev, received_at }) =>
      writeContent(tx, content, { scope, now: received_at, prune: false, nextRev, placed: placedFiles }),
    );
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const get = (sha256: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: `/media/${sha256}`, headers: { authorization: `Bearer ${anna.token}`, ...headers } });

  it('imported files in an object store have no bytes in the database, and are streamed in ranges', async () => {
    const chunks = server.db.selectFrom('media_chunks').select('chunk').where('scope', '=', server.scope);
    expect(await chunks.execute()).toEqual([]);
    expect((await get(sha256Of(video))).rawPayload.equals(video)).toBe(true);
    const range = await get(sha256Of(video), { range: 'bytes=1000-1999' });
    expect([range.statusCode, range.headers['content-range']]).toEqual([206, `bytes 1000-1999/${video.length}`]);
    expect(range.rawPayload.equals(video.subarray(1000, 2000))).toBe(true);
  });

  it('does not request an imported file from the store if the client has it, or may not read it', async () => {
    const { statusCode } = await get(sha256Of(video), { 'if-none-match': `"${sha256Of(video)}"` });
    expect(statusCode).toBe(304);
    const stranger = await server.user({ subscribed_until: null });
    const refused = await get(sha256Of(video), { authorization: `Bearer ${stranger.token}` });
    expect(refused.statusCode).toBe(404);
    expect(stores.fake.requests).toEqual([]);
  });

  it('responds with 503 and a time to retry, and without the headers of the image, if the store fails', async () => {
    expect((await get(images[0]!)).headers['cache-control']).toContain('immutable');
    stores.fake.faults.push(slowDown);
    const reply = await get(images[0]!);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '10']);
    expect(reply.headers).not.toHaveProperty('etag');
    expect(String(reply.headers['cache-control'])).not.toContain('immutable');
  });

  it('the next import does not store a file again', async () => {
    const placedFiles = await placeContent(server.deps, await readContent(dir));
    expect([[...placedFiles], stores.fake.requests]).toEqual([[], []]);
  });
});

describe('images of landing pages in an object store', () => {
  it('reads images of landing pages from the store, and writes their variants to it', async () => {
    const image = await storeTestImage(server, { width: 60, height: 40 }, 3);
    const { id } = await publishPage(server, anna.id, { blocks: [pageBlock('image', { image, alt: 'a' })] });
    await encodeImages(server.deps, id, 1);
    const variant = { sha256: image.sha256, width: 60, format: 'webp' as const };
    const stored = await readScaledImage(server.db, server.scope, variant);
    expect(stored).toMatchObject({ stored_in: 's3', type: 'image/webp' });
    const bytes = await readStored(server.deps, server.scope, stored!);
    expect(bytes).toHaveLength(stored!.bytes);
    expect(sha256Of(bytes)).toBe(stored!.object_sha256);
  });
});

describe('the settings of the stores of files', () => {
  const target = (variables: Record<string, string>) => readEnvironment(variables).files.target;
  const S3_URL = 's3://KEY:secret@host/files';

  it('writes new files to S3 if it is configured, otherwise to the folder if there is one, otherwise to the database', () => {
    expect(target({})).toBe('database');
    expect(target({ MEDIA_DIR: './files' })).toBe('folder');
    expect(target({ MEDIA_DIR: './files', S3_URL })).toBe('s3');
    expect(target({ MEDIA_DIR: './files', S3_URL, MEDIA_STORE: 'database' })).toBe('database');
  });

  it.each([
    [{ S3_URL: 'https://host/files' }, 'S3_URL must be s3://KEY:SECRET@host/bucket'],
    [{ MEDIA_STORE: 's3' }, 'MEDIA_STORE s3 requires S3_URL.'],
    [{ MEDIA_STORE: 'folder' }, 'MEDIA_STORE folder requires MEDIA_DIR.'],
    [{ MEDIA_STORE: 'disk' }, 'MEDIA_STORE must be database, folder or s3'],
  ])('rejects %o in one line', (variables, line) => {
    expect(() => readEnvironment(variables)).toThrow(line);
  });

  it('the server does not start without a store that has files', async () => {
    const { deps } = server;
    await checkFileStores(deps);
    await expect(checkFileStores({ ...deps, files: { target: null, external: [stores.folder] } })).rejects.toThrow(
      'Files are in the store s3: set S3_URL',
    );
  });

  it('logs one line at the start for each store that cannot be used', async () => {
    const s3 = { ...stores.fake.options, secret: 'wrong' };
    const folder = join(stores.path, 'some/new/folder');
    const files = createFileStores({ s3, folder, target: 's3' }, stores.log);
    await logUnusableStores({ files, log: stores.log });
    expect(stores.lines).toEqual([
      expect.objectContaining({
        store: 's3',
        reason: 'the store rejects the key or the secret (SignatureDoesNotMatch, status 403)',
      }),
    ]);
  });
});
