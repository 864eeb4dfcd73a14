import type { ReactElement } from 'react';
import styles from './sparkline.module.css';

const WIDTH = 240;
const HEIGHT = 32;

export type SparklineProps = {
  values: readonly number[];
  /** Describes the line to screen readers; without it, the line is hidden from them. */
  label?: string;
  /** Draws the line in the accent colour. */
  isStrong?: boolean;
};

/** Draws values as a line without axes. The values must also be readable elsewhere on the screen. */
export function Sparkline({ values, label, isStrong = false }: SparklineProps): ReactElement {
  const max = Math.max(...values, 1);
  // A single value is drawn as a horizontal line.
  const points = values.length === 1 ? [...values, ...values] : values;
  const y = (value: number): number => HEIGHT - 2 - (value / max) * (HEIGHT - 4);
  const line = points
    .map((value, index) => `${((index * WIDTH) / (points.length - 1)).toFixed(1)},${y(value).toFixed(1)}`)
    .join(' ');
  return (
    <svg
      className={styles.sparkline}
      data-strong={isStrong}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      <polyline points={line} />
    </svg>
  );
}
