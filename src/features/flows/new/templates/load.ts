import type { Lang } from '../../../../../contract/fields.ts';
import type { Templates } from './blocks.ts';

/** Loads the page templates of a language, which are not part of the screen's chunk. */
export async function loadTemplates(lang: Lang): Promise<Templates> {
  const loaded = await { en: () => import('./en.ts'), ru: () => import('./ru.ts'), de: () => import('./de.ts') }[
    lang
  ]();
  return loaded.templates;
}
