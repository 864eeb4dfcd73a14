import { defineConfig } from '@playwright/test';
import settings from '../../playwright.config.ts';

// `npm run test:a11y`: checks every screen in every language and both themes, which takes too long for `npm test`.

export default defineConfig({
  ...settings,
  testDir: '.',
  testMatch: ['a11y.ts', 'a11y-overlays.ts'],
  outputDir: '../../test-results',
  timeout: 600_000,
  globalSetup: './helpers/global-setup.ts',
});
