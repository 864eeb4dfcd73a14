import { sql } from 'kysely';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { entityNames } from '../../contract/entities/stores.ts';
import { backupCommand } from '../../server/cli/commands.ts';
import { newEpochCommand, restoreCommand } from '../../server/cli/restore.ts';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { readEnvironment, type Environment } from '../../server/environment.ts';
import { rowSources } from '../../server/sync/rows.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { createContact, editContact } from '../helpers/contact-makers.ts';
import { createRealPhone, type RealPhone } from '../helpers/e2e-devices.ts';
import { addComment, createTask } from '../helpers/phone.ts';
import { openTestServer } from '../helpers/server.ts';
import { SyncServer, type Person } from '../helpers/sync-server.ts';
import { templateDump } from '../helpers/template-database.ts';

const NOW = new Date('2026-03-03T08:00:00.000Z');

let folder: string;
let environment: Environment;
let database: OpenDatabase | null;
let server: SyncServer;
let output: string[];
/** Starts the server on the folder. Phones reach it at the same address as before. */
async function start(): Promise<void> {
  database = await openDatabase({ dataDir: folder, from: server ? undefined : templateDump() });
  const plain = await openTestServer({ db: database.db, scope: 'main' });
  if (server) Object.assign(server, { plain, deps: plain.deps });
  else server = new SyncServer(plain);
}

async function stop(): Promise<void> {
  await server.plain.close();
  await database?.close();
  database = null;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haversack-restore-'));
  environment = readEnvironment({ DATA_DIR: folder });
  await start();
});

/** Collects the output of the commands. */
function collectOutput(): void {
  output = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
}
beforeEach(collectOutput);
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  if (database) await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Stops the server, writes a backup with the command, and starts the server again. */
async function backup(): Promise<string> {
  await stop();
  await backupCommand(environment);
  await start();
  return /Backup: (\S+)/.exec(output.join(''))?.[1] ?? '';
}

async function restore(file: string): Promise<void> {
  await stop();
  await restoreCommand(environment, [file], NOW);
  await start();
}

/** Returns the rows that this phone shows, and the rows that a new phone of this person would show. */
async function rowsOfOldAndNewPhone(phone: RealPhone, person: Person): Promise<[unknown, unknown]> {
  const caller = await server.caller(person);
  const received_at = server.plain.clock.now().toISOString();
  const [there, here]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const name of entityNames) {
    const rows = await server.deps.db.transaction().execute(async (tx): Promise<{ id: string }[]> => {
      return await rowSources[name].page({ tx, caller, received_at }, null, 1_000);
    });
    there[name] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    here[name] = await phone.db.table(name).orderBy('id').toArray();
  }
  return [here, there];
}

describe('restoring a backup', () => {
  let [carl, olga]: Person[] = [];
  let [carlsPhone, olgasPhone, idle]: RealPhone[] = [];
  const [before, after] = [createContact({ notes: 'before' }), createContact({ first_name: 'After' })];
  const task = createTask('Made after the backup');
  let comments: string[];
  let sent: number;
  let cursor: number;
  let backedUp: { contact: unknown; rev: number; times: unknown[] };
  let commandOutput: string;

  const contactOf = async ({ db }: RealPhone) => (await db.contacts.toArray())[0]!;
  const timesOf = async ({ db }: RealPhone) => (await db.history.toArray()).map(({ server_time }) => server_time);

  beforeAll(async () => {
    collectOutput();
    [carl, olga] = [await server.consultant(), await server.consultant({ first_name: 'Olga' })];
    [carlsPhone, olgasPhone, idle] = [
      await createRealPhone(server, carl),
      await createRealPhone(server, olga),
      await createRealPhone(server, await server.consultant()),
    ];
    await carlsPhone.store.write(before);
    await idle.store.write(createContact());
    for (const phone of [carlsPhone, olgasPhone, idle]) await phone.sync();
    const contact = await contactOf(idle);
    backedUp = { contact, rev: contact.rev, times: await timesOf(idle) };

    const file = await backup();
    await carlsPhone.store.write(editContact(before.id, { notes: 'edited after the backup' }));
    await carlsPhone.store.writeAll([after, task, addComment('His comment')]);
    await carlsPhone.sync();
    await carlsPhone.store.write(editContact(after.id, { notes: 'edited once more' }));
    await carlsPhone.sync();
    await olgasPhone.store.write(addComment('Her comment'));
    await olgasPhone.sync();
    sent = await carlsPhone.db.history.count();
    expect(await carlsPhone.db.outbox.count()).toBe(0);
    cursor = (await savedMeta(carlsPhone.db, 'cursors'))!.p1!;
    carlsPhone.offline = true;
    await carlsPhone.store.write(editContact(after.id, { city: 'Riga' }));
    await restore(file);
    comments = (await server.comments()).map(({ text }) => text);
    commandOutput = output.join('');
  });

  it('a restore neither loses nor duplicates what devices have sent since the backup', async () => {
    expect(comments).toEqual([]);
    // Other people write until the revision of the server is above the cursor of the phone.
    const late = Array.from({ length: 20 }, (_, index) => server.comment(`late ${index}`));
    const { rev } = await server.push(olga!, late);
    expect(rev).toBeGreaterThan(cursor);

    carlsPhone!.offline = false;
    for (const phone of [carlsPhone!, olgasPhone!, carlsPhone!]) await phone.sync();
    const { db } = carlsPhone!;
    expect(await db.outbox.toArray()).toEqual([]);
    expect(await db.contacts.get(before.id)).toMatchObject({ notes: 'edited after the backup' });
    expect(await db.contacts.get(after.id)).toMatchObject({ notes: 'edited once more', city: 'Riga' });
    expect(await db.tasks.get(task.id)).toMatchObject({ title: 'Made after the backup' });
    const texts = (await server.comments()).map(({ text }) => text);
    const expected = ['Her comment', 'His comment', ...late.map((_, index) => `late ${index}`)];
    expect(texts.toSorted()).toEqual(expected.toSorted());
    expect(await db.history.count()).toBe(sent + 1);
    for (const [phone, person] of [
      [carlsPhone!, carl!],
      [olgasPhone!, olga!],
    ] as const) {
      const [here, there] = await rowsOfOldAndNewPhone(phone, person);
      expect(here).toEqual(there);
    }
  });

  it('after a restore, a device without newer writes fetches everything again and sends nothing', async () => {
    server.pass(3_600_000);
    await idle!.sync();
    const again = await contactOf(idle!);
    expect(again).toEqual({ ...(backedUp.contact as object), rev: expect.any(Number) as number });
    expect(again.rev).toBeGreaterThan(backedUp.rev);
    expect(await timesOf(idle!)).toEqual(backedUp.times);
    expect(await idle!.db.outbox.count()).toBe(0);
  });

  it('a restore keeps the replaced database, readable only by the server, and no temporary files', async () => {
    const names = await readdir(folder);
    expect(names).toContain('pgdata.replaced-2026-03-03T08-00-00-000Z');
    expect((await stat(join(folder, 'pgdata'))).mode & 0o077).toBe(0);
    expect(names).not.toContain('restoring');
    expect(commandOutput).toContain('Restored.');
  });
});

describe('the restore command', () => {
  it('refuses to restore while a server uses the folder', async () => {
    const file = join(folder, 'backups', (await readdir(join(folder, 'backups')))[0]!);
    await expect(restoreCommand(environment, [file], NOW)).rejects.toThrow(/in use by process/);
    expect(await readdir(folder)).not.toContain('restoring');
  });

  it('the restore command suggests the newest backup if no file is given', async () => {
    const newest = (await readdir(join(folder, 'backups'))).toSorted().at(-1)!;
    const usage = `Usage: npm run restore -- ${join(folder, 'backups', newest)}`;
    await expect(restoreCommand(environment, [], NOW)).rejects.toThrow(usage);
    await expect(restoreCommand(environment, ['/nowhere'], NOW)).rejects.toThrow(
      'The backup /nowhere cannot be read: ENOENT',
    );
  });

  it('the restore command works only for the embedded database', async () => {
    const other = readEnvironment({ DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'x'.repeat(32) });
    await expect(restoreCommand(other, ['file'], NOW)).rejects.toThrow(/use pg_restore, then new-epoch/);
  });
});

describe('commands while the server is stopped', () => {
  let epoch: string;
  const currentEpoch = async () =>
    (await server.deps.db.selectFrom('sync_counter').select('epoch').executeTakeFirstOrThrow()).epoch;

  beforeAll(async () => {
    epoch = await currentEpoch();
    await stop();
  });

  it.each([
    ['is not compressed', Buffer.from('no backup'), /cannot be read: incorrect header check/],
    ['contains no database', gzipSync('no backup'), /cannot be opened/],
  ])('the restore command leaves the data folder unchanged if the file %s', async (_, bytes, message) => {
    const file = join(folder, 'no-backup.tar.gz');
    await writeFile(file, bytes);
    const files = async () => {
      const names = (await readdir(folder, { recursive: true })).toSorted();
      return Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).mtimeMs]));
    };
    const filesBefore = await files();
    await expect(restoreCommand(environment, [file], NOW)).rejects.toThrow(message);
    expect(await files()).toEqual(filesBefore);
  });

  it('the new-epoch command gives the database a different epoch', async () => {
    await newEpochCommand(environment);
    await start();
    expect(await currentEpoch()).not.toBe(epoch);
    expect(output.join('')).toContain('A new epoch has begun.');
    const { rows } = await sql<{ cause: string }>`select detail->>'cause' as cause from audit_log
      where action = 'epoch_begun' order by at`.execute(server.deps.db);
    expect(rows.map(({ cause }) => cause)).toEqual(['restore', 'command']);
  });
});
