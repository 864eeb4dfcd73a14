import { defineConfig } from '@playwright/test';
import settings from '../../playwright.config.ts';

// `npm run screenshots`: takes pictures of every screen for people to look at; nothing is compared.

export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: 'screenshots.ts',
  outputDir: '../../test-results',
  timeout: 600_000,
  globalSetup: './helpers/global-setup.ts',
});
