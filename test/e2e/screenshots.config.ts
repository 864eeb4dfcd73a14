import { defineConfig } from '@playwright/test';
import settings from '../../playwright.config.ts';

// `npm run screenshots`: takes screenshots for people to look at, without comparing them. test/screenshots.ts chooses
// the tests to run.

export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: ['screenshots.ts', 'docs-pictures.ts'],
  outputDir: '../../test-results',
  timeout: 600_000,
  globalSetup: './helpers/global-setup.ts',
});
