import type { ReactElement } from 'react';
import type { ContactColor } from '../../../contract/values.ts';
import styles from './category-dot.module.css';

/** The colour of a category. Its name is always beside it: never colour alone. */
export function CategoryDot({ color }: { color: ContactColor }): ReactElement {
  return <span className={styles.dot} data-color={color} aria-hidden="true" />;
}
