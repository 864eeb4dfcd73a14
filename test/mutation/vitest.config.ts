import { defineConfig } from 'vitest/config';
import { textParts } from '../../build/message-parts.ts';
import { publicPages } from '../../build/public-pages.ts';
import { texts } from '../../vite.config.ts';

/** Patterns of the tests to run, separated by spaces; set by run.ts. */
const include = (process.env['MUTATION_TESTS'] ?? 'test/**/*.test.ts').split(' ');

// Stryker runs one worker: the tests of Node alone, in one process, as the project `node` of the repository does.
export default defineConfig({
  plugins: [texts(), textParts(), publicPages()],
  test: {
    name: 'mutation',
    environment: 'node',
    globalSetup: include.some((pattern) => pattern.includes('server')) ? ['./test/helpers/template-database.ts'] : [],
    fakeTimers: { toFake: ['Date'] },
    restoreMocks: true,
    isolate: false,
    // Load must not decide about a mutant.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    include,
    exclude: [
      'test/{components,features,simulation,mutation,postgres,e2e}/**',
      // They judge the sources as text, which is another one while it is mutated.
      'test/*.test.ts',
      // It must load the product's own code first.
      'test/db/changed-keys.test.ts',
    ],
  },
});
