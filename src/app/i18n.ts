import { i18n, type Messages } from '@lingui/core';
import type { Lang } from '../../contract/fields.ts';
import { loadDateLanguage, setDateLanguage } from '../lib/dates.ts';
import { log } from '../lib/log.ts';

type CatalogPart = () => Promise<{ messages: Messages }>;

/** Message catalogs by language: the texts of the first screens, of the login screen, and all texts except the first. */
const catalogs: Record<Lang, { first: CatalogPart; login: CatalogPart; rest: CatalogPart }> = {
  en: {
    first: () => import('virtual:texts/en/first'),
    login: () => import('virtual:texts/en/login'),
    rest: () => import('virtual:texts/en/rest'),
  },
  ru: {
    first: () => import('virtual:texts/ru/first'),
    login: () => import('virtual:texts/ru/login'),
    rest: () => import('virtual:texts/ru/rest'),
  },
  de: {
    first: () => import('virtual:texts/de/first'),
    login: () => import('virtual:texts/de/login'),
    rest: () => import('virtual:texts/de/rest'),
  },
};

let wantedLanguage: Lang | null = null;
let rest: Promise<void> = Promise.resolve();
let markFirstActivation: () => void = () => {};
const firstActivation = new Promise<void>((resolve) => {
  markFirstActivation = resolve;
});

/** Resolves when the texts of all screens except the first ones are loaded; rejects if they cannot be fetched. */
export async function loadRestOfTexts(): Promise<void> {
  await firstActivation;
  return rest;
}

async function loadPart(language: Lang, part: 'login' | 'rest'): Promise<void> {
  const { messages } = await catalogs[language][part]();
  if (wantedLanguage === language) i18n.load(language, messages);
}

/**
 * Activates a language. If it is called again before the texts have arrived, the last call wins. If the texts cannot be
 * fetched, the language stays as it is. When the app starts, the texts of the first screens are sufficient. A later
 * switch waits for all texts, because the open screen may need any of them.
 */
export async function activateLanguage(language: Lang): Promise<void> {
  if (wantedLanguage === language) return;
  const before = { wantedLanguage, rest };
  wantedLanguage = language;
  try {
    const first = catalogs[language].first();
    rest = first.then(() => loadPart(language, 'rest'));
    // If a screen needs texts that could not be loaded, it reports the error; see lazy-screen.ts.
    rest.catch((error: unknown) => log.warn('some texts could not be loaded', error));
    markFirstActivation();
    const isSwitch = i18n.locale !== '';
    const [{ messages }] = await Promise.all([first, loadDateLanguage(language), isSwitch && rest]);
    if (wantedLanguage !== language) return;
    setDateLanguage(language);
    i18n.load(language, messages);
    i18n.activate(language);
    document.documentElement.lang = language;
  } catch (error) {
    log.warn('the texts could not be loaded', error);
    if (wantedLanguage === language) ({ wantedLanguage, rest } = before);
    // The texts in the code are English, so there is always a text to show.
    if (!i18n.locale) i18n.loadAndActivate({ locale: 'en', messages: {} });
  }
}

/** Fetches the remaining texts again after a failure. */
export async function retryRestOfTexts(): Promise<void> {
  if (wantedLanguage !== null) rest = loadPart(wantedLanguage, 'rest');
  return rest;
}

/** Resolves when the texts of the login screen are loaded. */
export async function loadLoginTexts(): Promise<void> {
  await firstActivation;
  if (wantedLanguage !== null) await loadPart(wantedLanguage, 'login');
}
