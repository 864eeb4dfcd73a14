import { i18n, type Messages } from '@lingui/core';
import type { Lang } from '../../contract/fields.ts';
import { loadDateLanguage, setDateLanguage } from '../lib/dates.ts';
import { log } from '../lib/log.ts';

type CatalogPart = () => Promise<{ messages: Messages }>;

/** What the first screens say, and all else. */
const catalogs: Record<Lang, { first: CatalogPart; rest: CatalogPart }> = {
  en: { first: () => import('virtual:texts/en/first'), rest: () => import('virtual:texts/en/rest') },
  ru: { first: () => import('virtual:texts/ru/first'), rest: () => import('virtual:texts/ru/rest') },
  de: { first: () => import('virtual:texts/de/first'), rest: () => import('virtual:texts/de/rest') },
};

let wanted: Lang | null = null;
let rest: Promise<void> = Promise.resolve();
let begin: () => void = () => {};
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** Resolves when a screen beyond the first ones has its texts; rejects when they cannot be fetched now. */
export async function restOfTexts(): Promise<void> {
  await begun;
  return rest;
}

async function loadFullCatalog(language: Lang): Promise<void> {
  const { messages } = await catalogs[language].rest();
  if (wanted === language) i18n.load(language, messages);
}

/** Speaks a language from now on. The last wish wins; one whose texts cannot be fetched leaves things as they are. */
export async function activateLanguage(language: Lang): Promise<void> {
  if (wanted === language) return;
  wanted = language;
  try {
    const first = catalogs[language].first();
    rest = first.then(() => loadFullCatalog(language));
    // A screen that needs them says so itself; see lazy-screen.ts.
    rest.catch((error: unknown) => log.warn('some texts did not come', error));
    begin();
    const [{ messages }] = await Promise.all([first, loadDateLanguage(language)]);
    if (wanted !== language) return;
    setDateLanguage(language);
    i18n.loadAndActivate({ locale: language, messages });
    document.documentElement.lang = language;
  } catch (error) {
    log.warn('the texts did not come', error);
    wanted = null;
    // Something must be shown: the texts in the code are English.
    if (!i18n.locale) i18n.loadAndActivate({ locale: 'en', messages: {} });
  }
}

/** Fetches the rest of the texts again after that failed. */
export async function retryRestOfTexts(): Promise<void> {
  if (wanted !== null) rest = loadFullCatalog(wanted);
  return rest;
}
