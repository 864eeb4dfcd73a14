import { expect, test } from 'vitest';
import { negotiateLanguage } from '../../contract/language.ts';

test("picks the first supported language of a browser's preferences, or English", () => {
  expect(negotiateLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(negotiateLanguage(['RU'])).toBe('ru');
  expect(negotiateLanguage(['uk', 'pl'])).toBe('en');
  expect(negotiateLanguage([])).toBe('en');
});
