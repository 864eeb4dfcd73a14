import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import type { Deps } from '../../server/deps.ts';
import { DatabaseStore } from '../../server/files/database-store.ts';
import { StoreFailure, type ExternalStore } from '../../server/files/file-store.ts';
import { countMovable, moveFiles } from '../../server/files/move-files.ts';
import { mediaFile, openMedia } from '../../server/files/open-media.ts';
import { readFile } from '../../server/files/open-file.ts';
import { hashOf, once } from '../../server/files/place-bytes.ts';
import { joinPieces, openTestStores, type TestStores } from '../helpers/file-stores.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';
import { uploadInOnePart } from '../helpers/uploads.ts';

let stores: TestStores;
let server: TestServer;
let image: Buffer;
const video = Buffer.alloc(2 * MEDIA_CHUNK_BYTES + 7, 'a video');
const video_sha256 = hashOf(video);

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const media = (sha256: string, mime: string, data: Uint8Array, bytes: number) =>
  server.db
    .insertInto('media_files')
    .values({
      ...{ scope: server.scope, sha256, mime, bytes, width: null, height: null, data },
      created_at: server.clock.now().toISOString(),
    })
    .execute();

/** Each test has a video, an image, an upload and a scaled image in the database. */
beforeEach(async () => {
  stores.fake.objects.clear();
  stores.fake.faults.length = 0;
  server = await openTestServer({ log: stores.log });
  const { scope, db } = server;
  await media(video_sha256, 'video/mp4', new Uint8Array(), video.length);
  await new DatabaseStore(db).write({ scope, sha256: video_sha256, bytes: video.length, read: () => once(video) });
  image = makePng('picture');
  await media(sha256Of(image), 'image/png', image, image.length);
  await uploadInOnePart(server, await server.user(), makePng('upload', 6, 5));
  const variant = { scope, sha256: sha256Of(image), width: 480, format: 'webp' as const, data: Buffer.from('small') };
  await db.insertInto('landing_image_variants').values(variant).execute();
  return () => server.close();
});

const depsFor = (target: ExternalStore | null): Deps => ({
  ...server.deps,
  files: { target, external: [stores.folder, stores.s3] },
});

async function places() {
  const stored = async (table: 'media_files' | 'blobs' | 'landing_image_variants') =>
    (await server.db.selectFrom(table).select('stored_in').where('scope', '=', server.scope).execute()).map(
      ({ stored_in }) => stored_in,
    );
  return [...(await stored('media_files')), ...(await stored('blobs')), ...(await stored('landing_image_variants'))];
}

/** Returns the hashes of all files, read from whichever store they are in. */
async function readContents(): Promise<string[]> {
  const { db, scope } = server;
  const deps = depsFor(null);
  const found: Buffer[] = [];
  for (const sha256 of [video_sha256, sha256Of(image)]) {
    const file = await mediaFile(deps, scope, sha256);
    const opened = await openMedia(deps, scope, file!, { from: 0, to: file!.bytes - 1 });
    found.push(Buffer.isBuffer(opened) ? opened : await joinPieces(opened));
  }
  for (const row of await db.selectFrom('blobs').selectAll().where('scope', '=', scope).execute())
    found.push(await readFile(deps, scope, row));
  for (const row of await db.selectFrom('landing_image_variants').selectAll().where('scope', '=', scope).execute())
    found.push(await readFile(deps, scope, { ...row, bytes: row.bytes ?? row.data.length }));
  return found.map(hashOf);
}

const move = (target: ExternalStore | null) => moveFiles(depsFor(target), () => undefined);

describe('move-media', () => {
  it('moves all files from the database to a folder, to S3 and back, byte for byte', async () => {
    const before = await readContents();
    for (const target of [stores.folder, stores.s3, null]) {
      expect(await countMovable(depsFor(target))).toBe(4);
      expect(await move(target)).toEqual({ moved: 4, failed: [] });
      expect(await places()).toEqual(Array(4).fill(target?.name ?? 'database'));
      expect(await readContents()).toEqual(before);
      expect(await move(target)).toEqual({ moved: 0, failed: [] });
    }
  });

  it('leaves no bytes in the database, and knows the size of moved images', async () => {
    await move(stores.s3);
    const { scope, db } = server;
    expect(await db.selectFrom('media_chunks').select('chunk').where('scope', '=', scope).execute()).toEqual([]);
    const blob = await db.selectFrom('blobs').selectAll().where('scope', '=', scope).executeTakeFirstOrThrow();
    expect([blob.data.length, blob.width, blob.height]).toEqual([0, 6, 5]);
    const rows = await db.selectFrom('media_files').select('data').where('scope', '=', scope).execute();
    expect(rows.map(({ data }) => data.length)).toEqual([0, 0]);
  });

  it('does not delete the objects of the previous store, which backups and running downloads may need until they are collected', async () => {
    await move(stores.folder);
    await move(stores.s3);
    expect(await stores.folder.sizeOf({ scope: server.scope, sha256: video_sha256 })).toBe(video.length);
  });

  it('continues after it was interrupted by a failing store', async () => {
    stores.fake.faults.push(null, null, { kind: 'error', status: 500, code: 'InternalError' });
    await expect(move(stores.s3)).rejects.toBeInstanceOf(StoreFailure);
    const { moved, failed } = await move(stores.s3);
    expect([failed, await places()]).toEqual([[], ['s3', 's3', 's3', 's3']]);
    expect(moved).toBeLessThanOrEqual(4);
  });

  it('does not move a file whose bytes are damaged or missing, and names it', async () => {
    await move(stores.folder);
    const path = (sha256: string) => join(stores.path, server.scope, sha256.slice(0, 2), sha256);
    await writeFile(path(video_sha256), Buffer.alloc(video.length, 'damaged'));
    await stores.folder.delete({ scope: server.scope, sha256: sha256Of(image) });
    const { moved, failed } = await move(stores.s3);
    expect(moved).toBe(2);
    expect(failed.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
      { sha256: video_sha256, reason: 'its bytes have another hash' },
      { sha256: sha256Of(image), reason: `there is no object ${sha256Of(image)}` },
    ]);
    expect((await move(null)).failed).toHaveLength(2);
  });

  it('does not interrupt a download from the database', async () => {
    const { scope } = server;
    const deps = depsFor(null);
    const file = await mediaFile(deps, scope, video_sha256);
    const opened = await openMedia(deps, scope, file!, { from: 3, to: video.length - 1 });
    const received: Uint8Array[] = [];
    for await (const chunk of opened) {
      if (received.length === 0) await move(stores.s3);
      received.push(chunk as Uint8Array);
    }
    expect(Buffer.concat(received).equals(video.subarray(3))).toBe(true);
  });
});
