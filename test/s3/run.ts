import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import type { Deps } from '../../server/deps.ts';
import { collectFiles, GRACE_MS } from '../../server/files/collect-files.ts';
import type { ExternalStore } from '../../server/files/file-store.ts';
import { FolderStore } from '../../server/files/folder-store.ts';
import { hashOf } from '../../server/files/place-bytes.ts';
import { S3Client } from '../../server/files/s3-client.ts';
import { S3Store } from '../../server/files/s3-store.ts';
import { silentLog } from '../../server/log.ts';
import { Pokes } from '../../server/pokes.ts';
import { main, randomSeed } from '../cluster/main.ts';
import { print } from '../cluster/report.ts';
import { Workspace } from '../cluster/workspace.ts';
import { createDatabase } from '../helpers/server.ts';
import { openCluster, type Cluster } from '../postgres-cluster.ts';
import { Chance } from '../simulation/rng.ts';
import { Mover, s3UrlOf } from './mover.ts';
import { insertSampleFiles, SCOPE } from './sample-files.ts';
import { startSwift, type Swift } from './swift.ts';

// `npm run test:s3 -- --files N --kills N --seed S`: moves files from PostgreSQL to a store that speaks S3 (OpenStack
// Swift), kills the command several times, compares the hash of every object, and checks the faults of a real store.

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '3' },
    seed: { type: 'string', default: randomSeed() },
  },
});

const PARALLEL_READS = 8;
const UNUSED_FILES = 10;

interface World {
  space: Workspace;
  swift: Swift;
  database: OpenDatabase;
  mover: Mover;
  /** Sizes of all files by the hash of their bytes. */
  files: Map<string, number>;
}

const seconds = (start: number): string => ((performance.now() - start) / 1000).toFixed(1);

const s3Store = ({ options }: Swift): S3Store =>
  new S3Store(new S3Client(options), { prefix: options.prefix, log: silentLog() });

async function countFilesIn({ db }: OpenDatabase, store: string): Promise<number> {
  const count = async (table: 'media_files' | 'blobs' | 'landing_image_variants') => {
    const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
    return Number(
      (
        await query
          .where('scope', '=', SCOPE)
          .where('stored_in', '=', store as 's3')
          .executeTakeFirstOrThrow()
      ).count,
    );
  };
  return (await count('media_files')) + (await count('blobs')) + (await count('landing_image_variants'));
}

/** Reads every file from a store. Returns what differs. */
async function compare(store: ExternalStore, files: ReadonlyMap<string, number>): Promise<string[]> {
  const start = performance.now();
  const differences: string[] = [];
  const queue = [...files];
  const work = async (): Promise<void> => {
    for (let file = queue.pop(); file; file = queue.pop()) {
      const [sha256, bytes] = file;
      const chunks: Uint8Array[] = [];
      try {
        const range = { from: 0, to: bytes - 1 };
        for await (const chunk of await store.read({ scope: SCOPE, sha256 }, range)) chunks.push(chunk);
        if (hashOf(Buffer.concat(chunks)) !== sha256) differences.push(`${sha256} has other bytes in ${store.name}`);
      } catch (error) {
        differences.push(`${sha256} in ${store.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, work));
  print(`${store.name}: ${files.size} hashes compared, ${differences.length} differences (${seconds(start)} s)`);
  return differences;
}

/** Lists a store. Returns the objects that belong to no file, and the files without an object. */
async function compareList(store: ExternalStore, files: ReadonlyMap<string, number>): Promise<string[]> {
  const listed = new Set<string>();
  for await (const sha256 of store.list(SCOPE)) listed.add(sha256);
  print(`${store.name}: ${listed.size} objects listed`);
  const unknown = [...listed].filter((sha256) => !files.has(sha256));
  const missing = [...files.keys()].filter((sha256) => !listed.has(sha256));
  return [
    ...unknown.map((sha256) => `${sha256} in ${store.name} belongs to no file`),
    ...missing.map((sha256) => `${sha256} is not in ${store.name}`),
  ];
}

/** Expects that the command fails with this line. */
async function expectFailure(mover: Mover, settings: Record<string, string>, line: RegExp): Promise<string[]> {
  const { code, output } = await mover.run(settings);
  const last = output.trim().split('\n').at(-1) ?? '';
  print(`  ${last}`);
  return code === 1 && line.test(last) ? [] : [`the command ended with ${code}: ${last}`];
}

async function checkFaults({ space, swift, mover }: World): Promise<string[]> {
  print('faults of the store:');
  const url = (options: Partial<Swift['options']>) => ({ S3_URL: s3UrlOf({ ...swift.options, ...options }) });
  const unusedOrigin = `http://127.0.0.1:${await space.port()}`;
  const problems = [
    ...(await expectFailure(mover, url({ secret: 'wrong' }), /rejects the key or the secret \(SignatureDoesNotMatch/)),
    ...(await expectFailure(mover, url({ bucket: 'missing' }), /the bucket does not exist \(NoSuchBucket/)),
    ...(await expectFailure(
      mover,
      url({ origin: unusedOrigin }),
      /the connection to the store failed \(ECONNREFUSED\)/,
    )),
  ];
  await swift.setQuota(1000);
  problems.push(...(await expectFailure(mover, url({}), /the bucket is full \(EntityTooLarge/)));
  await swift.setQuota(10 ** 12);
  return problems;
}

async function moveWithKills({ swift, mover, database, files }: World, kills: number): Promise<string[]> {
  const settings = { S3_URL: s3UrlOf(swift.options) };
  for (let kill = 1; kill <= kills; kill += 1) {
    const target = Math.floor((files.size * kill) / (kills + 1));
    const at = await mover.killWhen(settings, async () => (await countFilesIn(database, 's3')) >= target);
    print(`killed after ${await countFilesIn(database, 's3')} of ${files.size} files (${at} s)`);
  }
  const start = performance.now();
  const { code, output } = await mover.run(settings);
  print(`${output.trim().split('\n').at(-1) ?? ''} (${seconds(start)} s)`);
  const moved = await countFilesIn(database, 's3');
  const { chunks } = await database.db
    .selectFrom('media_chunks')
    .select((eb) => eb.fn.countAll<number>().as('chunks'))
    .executeTakeFirstOrThrow();
  return [
    ...(code === 0 ? [] : [`the command ended with ${code}`]),
    ...(moved === files.size ? [] : [`${moved} of ${files.size} files are in S3`]),
    ...(Number(chunks) === 0 ? [] : [`${chunks} chunks are left in the database`]),
  ];
}

/** Deletes some files, and checks that exactly their objects are deleted after seven days. */
async function checkCollection({ swift, database, files }: World): Promise<string[]> {
  const { db } = database;
  const deleted = await db
    .selectFrom('blobs')
    .select(['sha256', 'object_sha256'])
    .orderBy('sha256')
    .limit(UNUSED_FILES)
    .execute();
  await db
    .deleteFrom('blobs')
    .where(
      'sha256',
      'in',
      deleted.map(({ sha256 }) => sha256),
    )
    .execute();
  const store = s3Store(swift);
  for (const { object_sha256 } of deleted) files.delete(object_sha256 ?? '');
  // The imported files of this test belong to no lesson, so a lesson that lists them all is added.
  const media = await db.selectFrom('media_files').select('sha256').execute();
  const at = new Date().toISOString();
  await db
    .insertInto('lessons')
    .values({
      ...{ scope: SCOPE, id: 'all', path: 'all/1.md', source_hash: '', category_id: 'c', title: '', rev: 1 },
      ...{ language: 'en', position: 1, duration_min: 1, free: true, transcript: '', field_revs: '{}', body: '' },
      ...{ media: JSON.stringify(media), created_at: at, updated_at: at, deleted_at: null, deleted_by: null },
    })
    .execute();
  let now = Date.now();
  const stores = { target: store, external: [store] };
  const log = silentLog();
  const deps: Deps = { db, scope: SCOPE, clock: () => new Date(now), log, pokes: new Pokes(), files: stores };
  await collectFiles(deps);
  now += GRACE_MS + 1;
  const start = performance.now();
  await collectFiles(deps);
  print(`${deleted.length} unused objects collected (${seconds(start)} s)`);
  return compareList(store, files);
}

async function moveToFolder({ space, swift, mover, files }: World): Promise<string[]> {
  const folder = space.makeFolder('files');
  const start = performance.now();
  const settings = { S3_URL: s3UrlOf(swift.options), MEDIA_DIR: folder, MEDIA_STORE: 'folder' };
  const { code, output } = await mover.run(settings);
  print(`${output.trim().split('\n').at(-1) ?? ''} (${seconds(start)} s)`);
  return [
    ...(code === 0 ? [] : [`the command ended with ${code}`]),
    ...(await compare(new FolderStore(folder), files)),
  ];
}

async function runStages(space: Workspace, cluster: Cluster, swift: Swift, chance: Chance): Promise<string[]> {
  const url = await createDatabase(cluster.url);
  const database = await openDatabase({ dataDir: '', databaseUrl: url });
  try {
    const files = await insertSampleFiles(database.db, Number(values.files), chance);
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    print(`${files.size} files, ${Math.round(bytes / 1e6)} MB, in PostgreSQL`);
    const mover = new Mover({ DATABASE_URL: url, SECRET_KEY: space.secret, DATA_DIR: join(space.folder, 'data') });
    const world: World = { space, swift, database, mover, files };
    return [
      ...(await checkFaults(world)),
      ...(await moveWithKills(world, Number(values.kills))),
      ...(await compare(s3Store(swift), files)),
      ...(await checkCollection(world)),
      ...(await moveToFolder(world)),
    ];
  } finally {
    await database.close();
  }
}

await main(Number(values.seed), async (seed) => {
  const space = new Workspace('s3');
  const cluster = await openCluster();
  const swift = await startSwift(space, print).catch((error: unknown) => {
    cluster.stop();
    throw error;
  });
  let violations: string[] = ['the test did not end'];
  const stop = async (): Promise<void> => {
    await swift.stop();
    cluster.stop();
    space.remove(violations.length > 0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  try {
    violations = await runStages(space, cluster, swift, new Chance(seed));
    return violations;
  } finally {
    await stop();
  }
});
