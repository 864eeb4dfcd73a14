import { i18n, type Messages } from '@lingui/core';
import type { Lang } from '../../contract/fields.ts';
import { setDateLanguage } from '../lib/dates.ts';
import { log } from '../lib/log.ts';

const catalogs: Record<Lang, () => Promise<{ messages: Messages }>> = {
  en: () => import('../../locales/en.po'),
  ru: () => import('../../locales/ru.po'),
  de: () => import('../../locales/de.po'),
};

let wanted: Lang | null = null;

/** Speaks a language from now on. The last wish wins; one whose texts cannot be fetched leaves things as they are. */
export async function speak(language: Lang): Promise<void> {
  if (wanted === language) return;
  wanted = language;
  try {
    const { messages } = await catalogs[language]();
    setDateLanguage(language);
    if (wanted !== language) return;
    i18n.loadAndActivate({ locale: language, messages });
    document.documentElement.lang = language;
  } catch (error) {
    log.warn('the texts did not come', error);
    wanted = null;
    // Something must be shown: the texts in the code are English.
    if (!i18n.locale) i18n.loadAndActivate({ locale: 'en', messages: {} });
  }
}
