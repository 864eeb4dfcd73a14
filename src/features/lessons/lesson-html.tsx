import type { ReactElement } from 'react';
import { lessonTags } from '../../../contract/lesson-html.ts';
import { CleanHtml } from '../../ui/clean-html.tsx';

/** The text of a lesson. */
export function LessonHtml({ html, lang }: { html: string; lang: string }): ReactElement {
  return <CleanHtml html={html} lang={lang} tags={lessonTags} />;
}
