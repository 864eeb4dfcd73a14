import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { collectFiles, DELETING_MS, GRACE_MS } from '../../server/files/collect-files.ts';
import { UNFINISHED_MS } from '../../server/files/folder-store.ts';
import { StoreFailure, type ObjectKey } from '../../server/files/file-store.ts';
import { putObject } from '../../server/files/objects.ts';
import { hashOf, once, placeBytes } from '../../server/files/place-bytes.ts';
import { openTestStores, type TestStores } from '../helpers/file-stores.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';
import { uploadInOnePart } from '../helpers/uploads.ts';

const DAY_MS = 86_400_000;

let stores: TestStores;
let server: TestServer;
beforeAll(async () => {
  stores = await openTestStores();
  const files = { target: stores.s3, external: [stores.folder, stores.s3] };
  server = await openTestServer({ files, log: stores.log });
});
afterAll(async () => {
  await server.close();
  await stores.close();
});

const isStored = async (sha256: string) => (await stores.s3.sizeOf({ scope: server.scope, sha256 })) !== null;

/** Stores bytes that no row uses. */
async function place(text: string): Promise<string> {
  const data = Buffer.from(text);
  await placeBytes(server.deps, server.scope, data);
  return hashOf(data);
}

/** Runs the collection after some time. */
async function collectAfter(ms: number): Promise<void> {
  server.clock.advance(ms);
  await collectFiles(server.deps);
}

async function insertMedia(sha256: string, text: string): Promise<void> {
  await server.db
    .insertInto('media_files')
    .values({
      ...{ scope: server.scope, sha256, mime: 'video/mp4', bytes: text.length, width: null, height: null },
      data: new Uint8Array(),
      created_at: server.clock.now().toISOString(),
    })
    .execute();
  await server.db
    .insertInto('media_chunks')
    .values({ scope: server.scope, sha256, chunk: 0, data: Buffer.from(text) })
    .execute();
}

describe('the collection of unused files', () => {
  it('deletes an object that no file has used for seven days', async () => {
    expect(GRACE_MS).toBe(7 * DAY_MS);
    const sha256 = await place('unused');
    await collectAfter(GRACE_MS);
    expect(await isStored(sha256)).toBe(true);
    await collectAfter(1);
    expect(await isStored(sha256)).toBe(false);
    const rows = await server.db
      .selectFrom('stored_objects')
      .selectAll()
      .where('scope', '=', server.scope)
      .where('sha256', '=', sha256)
      .execute();
    expect(rows).toEqual([]);
  });

  it('keeps an object as long as a file uses it, and for seven days after', async () => {
    const anna = await server.user();
    const data = makePng('kept', 5, 4);
    await uploadInOnePart(server, anna, data);
    const { object_sha256 } = await server.db
      .selectFrom('blobs')
      .select('object_sha256')
      .where('sha256', '=', sha256Of(data))
      .executeTakeFirstOrThrow();
    await collectAfter(30 * DAY_MS);
    expect(await isStored(object_sha256!)).toBe(true);
    await cleanUp(server.db, server.clock.now());
    await collectAfter(0);
    await collectAfter(GRACE_MS);
    expect(await isStored(object_sha256!)).toBe(true);
    await collectAfter(1);
    expect(await isStored(object_sha256!)).toBe(false);
  });

  it('starts the seven days again when the same bytes are stored again', async () => {
    const sha256 = await place('again');
    server.clock.advance(GRACE_MS);
    await place('again');
    await collectAfter(1);
    expect(await isStored(sha256)).toBe(true);
  });

  it('deletes objects unknown to the database, as after a restore, only after seven days', async () => {
    const data = Buffer.from('restored');
    const key = { scope: server.scope, sha256: hashOf(data) };
    await stores.s3.write({ ...key, bytes: data.length, read: () => once(data) });
    await collectAfter(0);
    await collectAfter(GRACE_MS);
    expect(await isStored(key.sha256)).toBe(true);
    await collectAfter(1);
    expect(await isStored(key.sha256)).toBe(false);
  });

  it('refuses to store bytes that are being deleted, and stores them once the deletion has ended or the deleting process has died', async () => {
    const sha256 = await place('raced');
    const until = new Date(server.clock.now().getTime() + DELETING_MS).toISOString();
    await server.db
      .updateTable('stored_objects')
      .set({ deleting_until: until })
      .where('scope', '=', server.scope)
      .where('sha256', '=', sha256)
      .execute();
    await stores.s3.delete({ scope: server.scope, sha256 });
    server.clock.advance(DELETING_MS);
    await expect(place('raced')).rejects.toBeInstanceOf(StoreFailure);
    server.clock.advance(1);
    await place('raced');
    expect(await isStored(sha256)).toBe(true);
  });

  it('marks an object as being deleted for one minute, before the store deletes it', async () => {
    expect(DELETING_MS).toBe(60_000);
    const sha256 = await place('slow');
    server.clock.advance(GRACE_MS + 1);
    const { name } = stores.s3;
    let until: string | null = null;
    const watched = {
      ...{ name, write: stores.s3.write.bind(stores.s3), list: stores.s3.list.bind(stores.s3) },
      ...{ sizeOf: stores.s3.sizeOf.bind(stores.s3), read: stores.s3.read.bind(stores.s3) },
      ...{ check: () => stores.s3.check(), deleteUnfinished: () => stores.s3.deleteUnfinished(new Date()) },
      delete: async (key: ObjectKey) => {
        if (key.sha256 !== sha256) return;
        const rows = server.db.selectFrom('stored_objects').select('deleting_until').where('sha256', '=', sha256);
        until = (await rows.executeTakeFirstOrThrow()).deleting_until;
      },
    };
    await collectFiles({ ...server.deps, files: { target: watched, external: [watched] } });
    expect(until).toBe(new Date(server.clock.now().getTime() + DELETING_MS).toISOString());
  });

  it('writes an object again if the store failed before the object was complete', async () => {
    const data = Buffer.from('broken');
    const object = { scope: server.scope, sha256: hashOf(data), bytes: data.length, read: () => once(data) };
    stores.fake.faults.push({ kind: 'error', status: 507, code: 'Full' });
    await expect(putObject(server.deps, stores.s3, object)).rejects.toBeInstanceOf(StoreFailure);
    stores.fake.requests.length = 0;
    await putObject(server.deps, stores.s3, object);
    expect(stores.fake.requests.map((line) => line.split(' ')[0])).toEqual(['PUT']);
  });

  it('deletes imported files and their chunks if no content has used them for seven days', async () => {
    const sha256 = hashOf(Buffer.from('film'));
    await insertMedia(sha256, 'film');
    const chunks = () =>
      server.db.selectFrom('media_chunks').select('chunk').where('scope', '=', server.scope).execute();
    await collectAfter(0);
    await collectAfter(GRACE_MS);
    expect(await chunks()).toHaveLength(1);
    await collectAfter(1);
    expect(await chunks()).toEqual([]);
  });

  it('keeps imported files that a deleted lesson or the text of a lesson uses', async () => {
    const [linked, listed] = [hashOf(Buffer.from('linked')), hashOf(Buffer.from('listed'))];
    await insertMedia(linked, 'linked');
    await insertMedia(listed, 'listed');
    const at = server.clock.now().toISOString();
    await server.db
      .insertInto('lessons')
      .values({
        ...{ scope: server.scope, id: 'l1', path: 'a/1.md', source_hash: '', category_id: 'c', title: '', rev: 1 },
        ...{ language: 'en', position: 1, duration_min: 1, free: true, transcript: '', field_revs: '{}' },
        body: `<img src="/media/${linked}">`,
        media: JSON.stringify([{ sha256: listed }]),
        ...{ created_at: at, updated_at: at, deleted_at: at, deleted_by: null },
      })
      .execute();
    await collectAfter(0);
    await collectAfter(2 * GRACE_MS);
    const rows = server.db.selectFrom('media_files').select('sha256').where('scope', '=', server.scope);
    expect((await rows.execute()).map(({ sha256 }) => sha256).toSorted()).toEqual([linked, listed].toSorted());
  });

  it('deletes files in the folder that a killed process left incomplete a day ago', async () => {
    expect(UNFINISHED_MS).toBe(DAY_MS);
    const data = Buffer.from('whole');
    await stores.folder.write({
      ...{ scope: 'main', sha256: hashOf(data), bytes: data.length, read: () => once(data) },
    });
    const [old, fresh] = [join(stores.path, '.unfinished/old'), join(stores.path, '.unfinished/fresh')];
    for (const file of [old, fresh]) await writeFile(file, 'half');
    await utimes(old, new Date(0), new Date(server.clock.now().getTime() - UNFINISHED_MS - 1));
    await utimes(fresh, new Date(0), new Date(server.clock.now().getTime() - UNFINISHED_MS));
    await collectAfter(0);
    await expect(stat(old)).rejects.toThrow('ENOENT');
    expect((await stat(fresh)).size).toBe(4);
  });

  it('logs one line and continues with the next run if the store fails', async () => {
    stores.lines.length = 0;
    stores.fake.faults.push({ kind: 'error', status: 500, code: 'InternalError' });
    await expect(collectFiles(server.deps)).rejects.toBeInstanceOf(StoreFailure);
    expect(stores.lines).toHaveLength(1);
  });
});
