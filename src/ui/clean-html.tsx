import DOMPurify from 'dompurify';
import { type ReactElement, useMemo } from 'react';

import { Prose } from './prose.tsx';

export type CleanHtmlProps = {
  /** As it came; whatever the list does not name is taken out. */
  html: string;
  lang: string;
  /** Allowed tags, and the attributes of each. */
  tags: Readonly<Record<string, readonly string[]>>;
};

/** A text of the content. It was cleaned when it was written; it is cleaned again here, where it is shown. */
export function CleanHtml({ html, lang, tags }: CleanHtmlProps): ReactElement {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        ALLOWED_TAGS: Object.keys(tags),
        ALLOWED_ATTR: [...new Set(Object.values(tags).flat())],
        ALLOW_DATA_ATTR: false,
        RETURN_TRUSTED_TYPE: true,
      }),
    [html, tags],
  );
  return <Prose lang={lang} html={clean as unknown as TrustedHTML} />;
}
