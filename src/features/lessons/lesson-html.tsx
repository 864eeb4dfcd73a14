import DOMPurify from 'dompurify';
import { type ReactElement, useMemo } from 'react';
import { lessonTags } from '../../../contract/lesson-html.ts';
import { Prose } from '../../ui/prose.tsx';

const allowed = {
  ALLOWED_TAGS: Object.keys(lessonTags),
  ALLOWED_ATTR: [...new Set(Object.values(lessonTags).flat())],
  ALLOW_DATA_ATTR: false,
  RETURN_TRUSTED_TYPE: true,
};

/** The text of a lesson. It was cleaned when it was written; it is cleaned again here, where it is shown. */
export function LessonHtml({ html, lang }: { html: string; lang: string }): ReactElement {
  const clean = useMemo(() => DOMPurify.sanitize(html, allowed), [html]);
  return <Prose lang={lang} html={clean as unknown as TrustedHTML} />;
}
