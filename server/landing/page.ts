import type { Lang } from '../../contract/fields.ts';
import { escapeHtml } from './pages/print-html.ts';

/** Path of the style sheet of all pages of this origin. */
export const STYLE_PATH = '/style.css';

export const pageStyleSheet = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 2rem auto; padding: 0 1rem;
    background: #fff; color: #1a1a1a }
  button { font: inherit; width: 100%; padding: .7rem; margin: .3rem 0; border: 1px solid #0b6b61; border-radius: .6rem;
    background: #fff; color: #0b6b61 }
  button[value=pay] { background: #0b6b61; color: #fff }
  a { color: #0b6b61 }
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
