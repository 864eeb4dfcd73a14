import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import styles from './condensed-header.module.css';
import { RootMark } from './root-mark.tsx';
import { useScroll } from './use-scroll.ts';

export interface CondensedHeaderProps {
  title: ReactNode;
  /** A `BackLink`; only its arrow is visible. */
  back: ReactElement;
  /** A line at the bottom of the bar, such as the reading progress. */
  children?: ReactNode;
}

/**
 * A low bar with the title of the page, shown while the page header is scrolled out of view. Place it directly below
 * the page header. The bar covers the top of the page, so the page does not move.
 */
export function CondensedHeader({ title, back, children }: CondensedHeaderProps): ReactElement {
  const end = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  useScroll(() => setShown((end.current?.getBoundingClientRect().top ?? 0) < 0));
  return (
    <>
      <div ref={end} />
      <div className={styles.anchor}>
        {isShown && (
          <div className={styles.bar}>
            <div className={styles.row}>
              {back}
              <div className={styles.title} aria-hidden="true">
                {title}
              </div>
            </div>
            {children}
            <RootMark name="condensed-header" />
          </div>
        )}
      </div>
    </>
  );
}
