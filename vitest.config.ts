import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { publicPages } from './server/pages-plugin.ts';
import { textParts } from './server/texts-plugin.ts';
import { texts } from './vite.config.ts';

const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined;

const shared = {
  restoreMocks: true,
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The simulator makes much garbage that dies young: a larger nursery saves a sixth of its time.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        plugins: [texts(), textParts(), publicPages()],
        test: {
          ...shared,
          name: 'node',
          environment: 'node',
          globalSetup: ['./test/helpers/template-database.ts'],
          // Clocks are handed in through ports. A test that must fake one fakes Date alone:
          // fake timers stall fake-indexeddb.
          fakeTimers: { toFake: ['Date'] },
          include: ['test/**/*.test.ts'],
          // What only a real PostgreSQL can show is run by `npm run test:postgres` alone.
          exclude: ['test/{ui,cards,features,app}/**', 'test/e2e/**', ...(onPostgres ? [] : ['test/postgres/**'])],
        },
      },
      {
        plugins: [react(), texts(), textParts(), publicPages()],
        test: {
          ...shared,
          name: 'page',
          environment: 'jsdom',
          setupFiles: ['./test/helpers/page-setup.ts'],
          include: ['test/{ui,cards,features,app}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
});
