import DOMPurify from 'dompurify';
import { type ReactElement, useMemo } from 'react';

import { Prose } from './prose.tsx';

export type CleanHtmlProps = {
  /** The HTML to sanitise. Tags and attributes that `tags` does not list are removed. */
  html: string;
  lang: string;
  /** Allowed tags with the allowed attributes of each. */
  tags: Readonly<Record<string, readonly string[]>>;
};

/** Sanitises and renders HTML. The server sanitises content on import too; this is a second line of defence. */
export function CleanHtml({ html, lang, tags }: CleanHtmlProps): ReactElement {
  const sanitised = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        ALLOWED_TAGS: Object.keys(tags),
        ALLOWED_ATTR: [...new Set(Object.values(tags).flat())],
        ALLOW_DATA_ATTR: false,
        RETURN_TRUSTED_TYPE: true,
      }),
    [html, tags],
  );
  return <Prose lang={lang} html={sanitised as unknown as TrustedHTML} />;
}
