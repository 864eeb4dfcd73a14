import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ru', 'de'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src', '<rootDir>/sw', '<rootDir>/contract'] }],
  // Without line numbers a moved line of code is no change of the catalog.
  format: formatter({ lineNumbers: false }),
});
