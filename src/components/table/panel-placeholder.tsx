import type { ReactElement } from 'react';
import { Skeleton } from '../../ui/states.tsx';
import styles from './side-panel.module.css';

/**
 * Keeps the place of a side panel beside the table while the code of the panel is loading. In a narrower window the
 * panel is a drawer over the table, for which no place is kept.
 */
export const PanelPlaceholder = (): ReactElement => (
  <div className={styles.placeholder}>
    <Skeleton leading="none" />
  </div>
);
