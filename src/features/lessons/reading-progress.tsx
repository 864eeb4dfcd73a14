import { type ReactElement, type RefObject, useRef } from 'react';
import { useScroll } from '../../ui/use-scroll.ts';
import styles from './lessons.module.css';
import { scrollPercent } from './use-reading.ts';

/**
 * A thin line that shows how much of the text has been scrolled through. It is hidden from screen readers, because
 * their reading position is not the scroll position. The width is set without React, because it changes with each
 * frame.
 */
export function ReadingProgress({ text }: { text: RefObject<HTMLElement | null> }): ReactElement {
  const line = useRef<HTMLDivElement>(null);
  useScroll(() => {
    const percent = text.current ? scrollPercent(text.current) : 0;
    line.current?.style.setProperty('--read', String(percent / 100));
  });
  return <div ref={line} className={styles.progress} aria-hidden="true" />;
}
