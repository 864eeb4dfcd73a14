import { defineConfig } from 'vitest/config';
import { messagePartsPlugin } from '../../build/message-parts-plugin.ts';
import { publicPagesPlugin } from '../../build/public-pages-plugin.ts';
import { texts } from '../../vite.config.ts';

/** Patterns of the tests to run, separated by spaces; set by run.ts. */
const include = (process.env['MUTATION_TESTS'] ?? 'test/**/*.test.ts').split(' ');

// Stryker runs one worker. It runs only the Node tests, in one process, like the project `node` of this repository.
export default defineConfig({
  plugins: [texts(), messagePartsPlugin(), publicPagesPlugin()],
  test: {
    name: 'mutation',
    environment: 'node',
    globalSetup: include.some((pattern) => pattern.includes('server')) ? ['./test/helpers/template-database.ts'] : [],
    fakeTimers: { toFake: ['Date'] },
    restoreMocks: true,
    isolate: false,
    // A slow machine must not decide whether a mutant is killed, so the time limits are long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    include,
    exclude: [
      'test/{components,features,simulation,mutation,postgres,e2e}/**',
      // These tests read the sources as text, which differs in a mutated copy.
      'test/{architecture,fixed-texts,glossary,locales,navigation,stage-budgets}.test.ts',
      // This test must be the first to load the product's code.
      'test/db/changed-keys.test.ts',
      // This test replaces a package, which the other tests have already loaded.
      'test/server/password-cost.test.ts',
    ],
  },
});
