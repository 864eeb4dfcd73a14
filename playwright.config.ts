import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './test/chromium.ts';
import { zone } from './test/e2e/helpers/zone.ts';

// No web server here: each test starts its own on a folder of its own, because tests kill servers.
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './test/e2e/helpers/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  // A test uses about half a core: it waits for back-offs, frames and other processes. Two for each core fill these gaps;
  // more would start more servers and log in more devices than they save.
  workers: 2 * Math.min(2, availableParallelism()),
  // How long a thing may take is the benchmarks' business: a machine with other work is several times slower.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    browserName: 'chromium',
    launchOptions: chromiumLaunch(),
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
    timezoneId: zone,
    actionTimeout: 30_000,
    // A trace of every test costs a quarter of the time: `--trace on` for the one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
