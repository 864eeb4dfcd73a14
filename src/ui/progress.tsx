import type { CSSProperties, ReactElement } from 'react';

import styles from './progress.module.css';

export type ProgressProps = {
  'aria-label': string;
  /** 0 to 1; values outside are clamped. */
  value: number;
  /** Announced instead of the percentage, such as "4 of 9 lessons". */
  valueText?: string;
};

/** Returns the share of a progress element, 0 to 1, and its ARIA attributes. */
export function progressAttributes({ value, valueText, ...rest }: ProgressProps) {
  const share = Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
  return {
    share,
    aria: {
      role: 'progressbar',
      'aria-label': rest['aria-label'],
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': Math.round(share * 100),
      ...(valueText && { 'aria-valuetext': valueText }),
    },
  };
}

/** A thin progress bar. */
export function ProgressBar(props: ProgressProps & { tone?: 'accent' | 'wait' | 'need' }): ReactElement {
  const { share, aria } = progressAttributes(props);
  const style: CSSProperties & Record<'--share', number> = { '--share': share };
  return (
    <div {...aria} className={styles.bar} data-tone={props.tone ?? 'accent'}>
      <div className={styles.fill} style={style} />
    </div>
  );
}
