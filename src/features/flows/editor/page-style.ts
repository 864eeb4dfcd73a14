import { useInsertionEffect } from 'react';
import { pageStyle } from '../../../../contract/landing/style.ts';

let isAdded = false;

/**
 * Adds the style sheet of landing pages, whose rules apply only within a page. The content security policy forbids
 * style elements, but allows style sheets created by script.
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
