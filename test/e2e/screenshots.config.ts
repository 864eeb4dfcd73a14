import { defineConfig } from '@playwright/test';
import settings from '../../playwright.config.ts';

// `npm run screenshots`: takes pictures for people to look at; nothing is compared. test/screenshots.ts chooses which.

export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: ['screenshots.ts', 'docs-pictures.ts'],
  outputDir: '../../test-results',
  timeout: 600_000,
  globalSetup: './helpers/global-setup.ts',
});
