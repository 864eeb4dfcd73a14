import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './test/chromium.ts';
import { excludedPatterns } from './test/e2e/helpers/sample.ts';
import { zone } from './test/e2e/helpers/zone.ts';

const launch = chromiumLaunch();
/**
 * Optimising compilers of V8 that are off in tests. A test loads most pages only once, so optimising their code costs
 * more processor time than it saves.
 */
const unoptimised = '--js-flags=--no-opt,--no-maglev';

// Each test starts its own server on a separate folder, because tests kill servers.
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: excludedPatterns(process.env['BROWSER_SAMPLE']),
  globalSetup: './test/e2e/helpers/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  // One worker for each core, at least two and at most four. On two cores, 15 tests took 179 CPU seconds in two workers
  // and 229 in four, since each worker starts its own server and logs in every person again, and waiting pages render
  // frames meanwhile.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  // Generous limits, since a busy machine is several times slower. Durations are checked by the benchmarks.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  use: {
    browserName: 'chromium',
    launchOptions: { ...launch, args: [...launch.args, unoptimised] },
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
    timezoneId: zone,
    actionTimeout: 30_000,
    // Tracing every test would cost a quarter of the time. Use `--trace on` for a failing test.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
