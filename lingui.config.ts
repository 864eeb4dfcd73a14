import babel from '@lingui/cli/api/extractors/babel';
import { defineConfig } from '@lingui/cli';
import type { ExtractorType } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { errorTexts } from './contract/error-texts.ts';
import { successTexts } from './contract/success-texts.ts';

/** Plain texts that the server, which runs without Lingui's macros, shares with the screens. */
const contractTextsExtractor: ExtractorType = {
  match: (file) => /contract\/(error|success)-texts\.ts$/.test(file),
  extract: (file, _code, add) => {
    const texts = file.endsWith('contract/error-texts.ts') ? errorTexts : successTexts;
    for (const message of Object.values(texts)) add({ id: generateMessageId(message), message, origin: [file, 1] });
  },
};

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ru', 'de'],
  fallbackLocales: { default: 'en' },
  extractors: [contractTextsExtractor, babel],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src', '<rootDir>/sw', '<rootDir>/contract'] }],
  // Without line numbers, moving a line of code does not change the catalogues.
  format: formatter({ lineNumbers: false }),
});
