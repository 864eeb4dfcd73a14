import type { ReactElement } from 'react';
import type { ContactColor } from '../../../contract/values.ts';
import styles from './category-dot.module.css';

/**
 * A dot in the colour of a category. The category's name is always shown beside it, so that colour is never the only
 * information.
 */
export function CategoryDot({ color }: { color: ContactColor }): ReactElement {
  return <span className={styles.dot} data-color={color} aria-hidden="true" />;
}
