import { expect, it } from 'vitest';
import { activateLanguage, restOfTexts } from '../../src/app/i18n.ts';
import { formatBytes } from '../../src/lib/intl-formats.ts';

it('formats dates and sizes in the language chosen last, whichever catalog arrives last', async () => {
  await activateLanguage('en');
  await Promise.all([activateLanguage('de'), activateLanguage('en')]);
  await restOfTexts();
  expect(document.documentElement.lang).toBe('en');
  expect(formatBytes(7_200_000)).toBe('7.2 MB');
});
