import { Fragment, type ReactElement } from 'react';
import { findHits } from '../../../contract/search/hits.ts';
import type { Term } from '../../../contract/search/terms.ts';
import styles from './hits.module.css';

/** A text in which the parts that match the terms of a search are bold, in any spelling that the search accepts. */
export function HighlightedText({ text, terms }: { text: string; terms: readonly Term[] }): ReactElement {
  const hits = findHits(text, terms);
  return (
    <>
      {hits.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(hits[index - 1]?.to ?? 0, from)}
          <mark className={styles.hit}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(hits.at(-1)?.to ?? 0)}
    </>
  );
}
