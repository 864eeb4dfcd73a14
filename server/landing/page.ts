import type { Lang } from '../../contract/fields.ts';
import { escapeHtml } from './pages/print-html.ts';

/** Path of the style sheet of all pages of this origin. */
export const STYLE_PATH = '/style.css';

export const pageStyleSheet = `:root { color-scheme: light dark }
  body { font: 16px/1.5 Roboto, system-ui, sans-serif; max-width: 28rem; margin: 2rem auto; padding: 0 1rem;
    background: light-dark(#faf8f4, #14171a); color: light-dark(#1b1e22, #f2efe9) }
  h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: break-word }
  button { font: inherit; font-weight: 600; width: 100%; padding: .7rem; margin: .3rem 0; border-radius: .6rem;
    border: 1px solid light-dark(#e4ded3, #2f353b); background: light-dark(#fff, #1c2024); color: inherit }
  button[value=pay] { border-color: transparent; background: light-dark(#0b6b63, #5fd0c2);
    color: light-dark(#fff, #06231f) }
  a { color: light-dark(#0b6b63, #5fd0c2) }
  .amount { font-size: 1.5rem; font-weight: 600 }`;

/** Returns a complete page. `body` is HTML. */
export const htmlPageOf = (
  language: Lang,
  title: string,
  body: string,
): string => `<!doctype html><html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${STYLE_PATH}"></head>
<body><main>${body}</main></body></html>`;
