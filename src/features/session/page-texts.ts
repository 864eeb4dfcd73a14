import type { Lang } from '../../../contract/fields.ts';

export interface PageText {
  title: string;
  /** Effective date. */
  version: string;
  html: string;
}

const loads = {
  privacy: {
    en: () => import('virtual:page/privacy/en'),
    ru: () => import('virtual:page/privacy/ru'),
    de: () => import('virtual:page/privacy/de'),
  },
  offer: {
    en: () => import('virtual:page/offer/en'),
    ru: () => import('virtual:page/offer/ru'),
    de: () => import('virtual:page/offer/de'),
  },
} satisfies Record<string, Record<Lang, () => Promise<{ page: PageText }>>>;

export type PageName = keyof typeof loads;

export const isPageName = (name: string): name is PageName => Object.hasOwn(loads, name);

export const loadPage = async (name: PageName, language: Lang): Promise<PageText> =>
  (await loads[name][language]()).page;
