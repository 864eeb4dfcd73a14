import { useInsertionEffect } from 'react';
import { pageStyle } from '../../../../contract/landing/style.ts';

let isAdded = false;

/**
 * Adds the style sheet of landing pages, whose rules apply within a page only. The content policy forbids style
 * elements, but not style sheets that a script creates.
 */
export function usePageStyle(): void {
  useInsertionEffect(() => {
    if (isAdded || typeof CSSStyleSheet === 'undefined' || !('replaceSync' in CSSStyleSheet.prototype)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(pageStyle);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    isAdded = true;
  }, []);
}
