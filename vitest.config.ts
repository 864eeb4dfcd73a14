import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { publicPagesPlugin } from './build/public-pages-plugin.ts';
import { messagePartsPlugin } from './build/message-parts-plugin.ts';
import { texts } from './vite.config.ts';

const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined;

const isPage = (file: string): boolean => /^test\/(components|features)\//.test(file);

// Tests that need a real PostgreSQL run only in `npm run test:postgres`.
const isHere = (file: string): boolean => onPostgres || !file.startsWith('test/postgres/');

// Tests that replace a module of the product, which must not affect other tests in the shared process. Page tests can
// still share a process, because test/helpers/page-setup.ts evaluates the modules again for each file.
const replacing = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((file) => /\.test\.tsx?$/.test(file) && !isPage(file) && isHere(file))
  .filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')));

// One test must register a listener before the product's code does, so it has to load that code itself. Another one
// replaces and counts the timers of its process, which must not be those of other tests.
const alone = ['test/db/changed-keys.test.ts', 'test/server/stop.test.ts', ...replacing];

const shared = {
  restoreMocks: true,
  // Generous limits, since a busy machine is several times slower. Durations are checked by the benchmarks.
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

const node = {
  ...shared,
  environment: 'node',
  globalSetup: ['./test/helpers/template-database.ts'],
  setupFiles: ['./test/sql/recorded.ts'],
  // Tests pass clocks through ports. A test that must fake the global clock fakes only Date, since fake timers stall
  // fake-indexeddb.
  fakeTimers: { toFake: ['Date' as const] },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [texts(), messagePartsPlugin(), publicPagesPlugin()],
        test: {
          ...node,
          name: 'simulation',
          // Most objects are short-lived. A larger young generation saves a sixth of the time.
          execArgv: ['--max-semi-space-size=64'],
          include: ['test/simulation/**/*.test.ts', ...alone],
        },
      },
      {
        plugins: [texts(), messagePartsPlugin(), publicPagesPlugin()],
        test: {
          ...node,
          name: 'node',
          // All files share the loaded code and the database; scopes and ports keep their tests apart.
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
        plugins: [react(), texts(), messagePartsPlugin(), publicPagesPlugin()],
        test: {
          ...shared,
          name: 'page',
          environment: 'jsdom',
          setupFiles: ['./test/helpers/page-setup.ts'],
          // All files share one window, since creating a window and loading React takes longer than most tests.
          isolate: false,
          include: ['test/{components,features}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
