import { globSync } from 'node:fs';

export interface MutatedArea {
  /** A folder relative to the root, as given to `--folder`. */
  folder: string;
  /** Folders and files within this area that another area measures or that no Node test can reach. */
  except: readonly string[];
  /**
   * Tests that run first, because they are fast and close to the code. Mutants that survive them are then run against
   * all other tests.
   */
  near: readonly string[];
  /** Number of mutants that a nightly run draws; null for all. */
  sample: number | null;
  /** The minimum share of mutants that tests should kill. */
  goal: number;
}

/** Sources whose tests need something that a Node process does not have. The value is the reason. */
export const untestableSources: Readonly<Record<string, string>> = {
  'sw/service-worker.ts': 'wiring of the service worker: test/e2e, in Chromium',
  'src/db/schema/with-device.ts': 'opens the database of the whole device: test/e2e, in Chromium',
  'workers/sync.worker.ts': 'entry of the sync worker: test/e2e, in Chromium',
  'workers/search.worker.ts': 'entry of the search worker: test/e2e, in Chromium',
  'server/pg-notify.ts': 'LISTEN and NOTIFY: test/postgres, on PostgreSQL',
  'server/db/drivers.ts': 'the drivers of both databases: test/postgres, on PostgreSQL',
};

const sampledArea = (folder: string, near: string[], except: string[] = []): MutatedArea => {
  return { folder, near, except, sample: 400, goal: 0.8 };
};

const fullArea = (folder: string, near: string[]): MutatedArea => ({
  folder,
  near,
  except: [],
  sample: null,
  goal: 0.9,
});

/** The areas that `npm run mutate` measures if no folder is given. */
export const areas: readonly MutatedArea[] = [
  fullArea('contract/states', ['test/contract', 'test/wire.test.ts']),
  fullArea('contract/entities', ['test/contract', 'test/wire.test.ts']),
  fullArea('src/db/outbox', ['test/db', 'test/workers/encrypted-outbox.test.ts']),
  fullArea('server/sync', [
    'test/server/push.test.ts',
    'test/server/changes.test.ts',
    'test/server/snapshot.test.ts',
    'test/server/lanes.test.ts',
    'test/server/digest.test.ts',
    'test/server/access-loss.test.ts',
    'test/server/blocked-work.test.ts',
    'test/server/devices.test.ts',
    'test/server/push-batches.test.ts',
    'test/server/snapshot-cache.test.ts',
    'test/server/epoch.test.ts',
    'test/server/lost-writes.test.ts',
    'test/server/idle-pull.test.ts',
    'test/server/idempotency.test.ts',
    'test/server/contacts-merge.test.ts',
  ]),
  fullArea('server/features/accounts', [
    'test/server/accounts.test.ts',
    'test/server/login-delay.test.ts',
    'test/server/own-account.test.ts',
    'test/server/credentials.test.ts',
    'test/server/recovery.test.ts',
    'test/server/devices.test.ts',
    'test/server/outbox-key.test.ts',
    'test/server/profile.test.ts',
    'test/server/login-links.test.ts',
    'test/server/link-requests.test.ts',
    'test/server/login-strangers.test.ts',
    'test/server/registration.test.ts',
    'test/server/registration-check.test.ts',
    'test/server/telegram.test.ts',
    'test/server/verified-tokens.test.ts',
  ]),
  sampledArea('contract', ['test/contract', 'test/wire.test.ts'], ['contract/states', 'contract/entities']),
  sampledArea('src/db', ['test/db'], ['src/db/outbox']),
  sampledArea('workers', ['test/workers']),
  sampledArea(
    'server',
    ['test/server'],
    ['server/sync', 'server/features/accounts', 'server/demo', 'server/content', 'server/cli', 'server/migrations'],
  ),
  sampledArea('sw', ['test/sw']),
];

/**
 * Tests of the code that depends on a top-level folder. They may kill mutants that survive the tests of the folder
 * itself.
 */
const dependentTests: Readonly<Record<string, readonly string[]>> = {
  contract: ['test/contract', 'test/wire.test.ts', 'test/db', 'test/server'],
  src: ['test/lib', 'test/db', 'test/workers'],
  workers: ['test/workers', 'test/db'],
  server: ['test/server'],
  sw: ['test/sw'],
};

/** Returns the test folders of the last round, which runs against the mutants that survived the earlier rounds. */
export const wideTestsOf = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => dependentTests[file.split('/')[0] ?? ''] ?? ['test'])),
];

const isUnder = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** Returns the TypeScript sources of an area, without those listed in `except`. */
export function sourcesOf({ folder, except }: Pick<MutatedArea, 'folder' | 'except'>): string[] {
  return globSync(`${folder}/**/*.ts`)
    .filter((file) => !file.endsWith('.d.ts') && !(file in untestableSources))
    .filter((file) => !except.some((path) => isUnder(file, path)))
    .sort();
}
