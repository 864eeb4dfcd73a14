import { expect, test } from 'vitest';
import { spokenLanguage } from '../../contract/language.ts';

test('the first language that is spoken here, of those that a browser asks for', () => {
  expect(spokenLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(spokenLanguage(['RU'])).toBe('ru');
  expect(spokenLanguage(['uk', 'pl'])).toBe('en');
  expect(spokenLanguage([])).toBe('en');
});
