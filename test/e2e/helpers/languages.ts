import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Lang } from '../../../contract/fields.ts';
import { readCatalogue } from '../../../server/http/catalogue.ts';

export type Language = Lang;

/** The locale of a browser in each language. */
export const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB', de: 'de-DE' };

const own: Record<Language, string> = { ru: 'Русский', en: 'English', de: 'Deutsch' };
const known = new Map<Language, Map<string, string>>();

/** Returns the translation of a text of the screens, up to its first placeholder. */
export function translationOf(text: string, language: Language): string {
  const file = join(import.meta.dirname, `../../../locales/${language}.po`);
  const catalog = known.get(language) ?? readCatalogue(readFileSync(file, 'utf8'));
  known.set(language, catalog);
  const found = catalog.get(text);
  if (!found) throw new Error(`"${text}" has no translation in ${language}`);
  return found.split('{')[0]!;
}

/** Chooses a language in the settings. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.goto('/profile/settings');
  await page.getByRole('radio', { name: own[language] }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  // The chosen language is stored, so it is also used after a reload.
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
