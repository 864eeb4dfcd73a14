import type { ReactElement, ReactNode } from 'react';

import styles from './prose.module.css';

type ProseProps = {
  /** Language of the text if it differs from that of the page. */
  lang?: string | undefined;
} & (
  | { children: ReactNode; html?: never }
  | { /** Already sanitised. */ html: string | TrustedHTML; children?: never }
);

/** Typography for reading lessons, books and news. */
export function Prose({ lang, children, html }: ProseProps): ReactElement {
  if (html !== undefined) {
    return <div className={styles.prose} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return (
    <div className={styles.prose} lang={lang}>
      {children}
    </div>
  );
}
