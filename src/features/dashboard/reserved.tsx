import type { ReactElement } from 'react';
import styles from './dashboard.module.css';

/** Keeps the space of sections that are not loaded yet, so that what follows them does not move. */
export function SectionPlaceholder(): ReactElement {
  return <div className={styles.reserved} />;
}
