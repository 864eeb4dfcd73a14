import { defineConfig } from '@playwright/test';
import settings from '../../playwright.config.ts';

// `npm run test:client`: builds the page for a static host, and uses it with APIs at another site.

export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: 'client-build.ts',
  outputDir: '../../test-results',
  workers: 1,
  globalSetup: './helpers/global-setup.ts',
});
