import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { publicPages } from './build/public-pages.ts';
import { textParts } from './build/message-parts.ts';
import { texts } from './vite.config.ts';

const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined;

const isPage = (file: string): boolean => /^test\/(components|features)\//.test(file);

// What only a real PostgreSQL can show is run by `npm run test:postgres` alone.
const isHere = (file: string): boolean => onPostgres || !file.startsWith('test/postgres/');

// Tests that replace a module of the product: the others of the shared process must not meet it. Those of pages share a
// process all the same, because test/helpers/page-setup.ts evaluates the modules again for each file.
const replacing = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((file) => /\.test\.tsx?$/.test(file) && !isPage(file) && isHere(file))
  .filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')));

// One listens before the product's own code does: it must load that code itself.
const alone = ['test/db/changed-keys.test.ts', ...replacing];

const shared = {
  restoreMocks: true,
  // How long a thing may take is the benchmarks' business: a machine with other work is several times slower.
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

const node = {
  ...shared,
  environment: 'node',
  globalSetup: ['./test/helpers/template-database.ts'],
  // Clocks are handed in through ports. A test that must fake one fakes Date alone: fake timers stall fake-indexeddb.
  fakeTimers: { toFake: ['Date' as const] },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [texts(), textParts(), publicPages()],
        test: {
          ...node,
          name: 'simulation',
          // Much garbage that dies young: a larger nursery saves a sixth of the time.
          execArgv: ['--max-semi-space-size=64'],
          include: ['test/simulation/**/*.test.ts', ...alone],
        },
      },
      {
        plugins: [texts(), textParts(), publicPages()],
        test: {
          ...node,
          name: 'node',
          // A database that lives for seconds: to make its code fast costs more than it brings.
          execArgv: ['--liftoff-only'],
          // Code, and the database, are there once for all files: tests are kept apart by scopes and ports.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/{components,features,simulation}/**',
            'test/e2e/**',
            ...alone,
            ...(onPostgres ? [] : ['test/postgres/**']),
          ],
        },
      },
      {
        plugins: [react(), texts(), textParts(), publicPages()],
        test: {
          ...shared,
          name: 'page',
          environment: 'jsdom',
          setupFiles: ['./test/helpers/page-setup.ts'],
          // One window for all files: to make one and to load React takes longer than most of them.
          isolate: false,
          include: ['test/{components,features}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
