import { expect, test } from 'vitest';
import { negotiateLanguage } from '../../contract/language.ts';

test('the first language that is spoken here, of those that a browser asks for', () => {
  expect(negotiateLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(negotiateLanguage(['RU'])).toBe('ru');
  expect(negotiateLanguage(['uk', 'pl'])).toBe('en');
  expect(negotiateLanguage([])).toBe('en');
});
