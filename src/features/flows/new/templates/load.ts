import type { Lang } from '../../../../../contract/fields.ts';
import type { Templates } from './blocks.ts';

/** Loads the starting pages of a language; the code of the screen contains none of them. */
export async function loadTemplates(lang: Lang): Promise<Templates> {
  const loaded = await { en: () => import('./en.ts'), ru: () => import('./ru.ts'), de: () => import('./de.ts') }[
    lang
  ]();
  return loaded.templates;
}
