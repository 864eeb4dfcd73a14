import { i18n } from '@lingui/core';
import { expect, it, vi } from 'vitest';
import { activateLanguage, loadRestOfTexts } from '../../src/app/i18n.ts';
import { formatBytes } from '../../src/lib/intl-formats.ts';

it('formats sizes in the most recently chosen language, whichever catalogue arrives last', async () => {
  await activateLanguage('en');
  await Promise.all([activateLanguage('de'), activateLanguage('en')]);
  await loadRestOfTexts();
  expect(document.documentElement.lang).toBe('en');
  expect(formatBytes(7_200_000)).toBe('7.2 MB');
});

it('switches the language of an open screen only when all of its texts are loaded', async () => {
  await activateLanguage('en');
  await loadRestOfTexts();
  let textCountAtSwitch = 0;
  const stop = i18n.on('change', () => {
    if (i18n.locale === 'ru' && textCountAtSwitch === 0) textCountAtSwitch = Object.keys(i18n.messages).length;
  });
  await activateLanguage('ru');
  stop();
  expect(document.documentElement.lang).toBe('ru');
  await loadRestOfTexts();
  expect(textCountAtSwitch).toBe(Object.keys(i18n.messages).length);
});

it('keeps the current language when the texts of another fail to load', async () => {
  await activateLanguage('en');
  const loadError = new Error('lost');
  // The getter throws when the texts are read. Vitest would report a factory that throws as an error of the mock
  // itself.
  vi.doMock('virtual:texts/de/rest', () => ({
    get messages() {
      throw loadError;
    },
  }));
  vi.resetModules();
  const { log } = await import('../../src/lib/log.ts');
  const warn = vi.spyOn(log, 'warn').mockReturnValue();
  const fresh = await import('../../src/app/i18n.ts');
  await fresh.activateLanguage('en');
  await fresh.activateLanguage('de');
  expect(document.documentElement.lang).toBe('en');
  await expect(fresh.loadRestOfTexts()).resolves.toBeUndefined();
  expect(warn.mock.calls.map(([, error]) => error)).toEqual([loadError, loadError]);
  vi.doUnmock('virtual:texts/de/rest');
});
