import DOMPurify from 'dompurify';
import { type ReactElement, useMemo } from 'react';
import { Prose } from '../../ui/prose.tsx';

const allowed = {
  ALLOWED_TAGS: [
    'h2',
    'h3',
    'h4',
    'p',
    'ul',
    'ol',
    'li',
    'blockquote',
    'strong',
    'em',
    'code',
    'pre',
    'hr',
    'br',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  ALLOWED_ATTR: ['href', 'title', 'src', 'alt', 'width', 'height', 'start', 'align', 'loading'],
  ALLOW_DATA_ATTR: false,
  RETURN_TRUSTED_TYPE: true,
} as const;

/** The text of a lesson. It was cleaned when it was written; it is cleaned again here, where it is shown. */
export function LessonHtml({ html, lang }: { html: string; lang: string }): ReactElement {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        ...allowed,
        ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
        ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
      }),
    [html],
  );
  return <Prose lang={lang} html={clean as unknown as TrustedHTML} />;
}
