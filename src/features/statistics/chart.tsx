import { Trans, useLingui } from '@lingui/react/macro';
import { type PointerEvent, type ReactElement, useState } from 'react';
import type { Statistics } from '../../../contract/api-calls/statistics.ts';
import type { FigureName } from '../../../contract/statistics.ts';
import { useDayText, useFigureText } from '../../components/statistics/figure-text.ts';
import { figureLabels } from '../../components/statistics/labels.ts';
import { labelledSteps, stepCount, stepStart, axisValues } from './chart-scale.ts';
import styles from './chart.module.css';

const WIDTH = 1000;
const HEIGHT = 100;

type Point = readonly [number, number];
const line = (points: readonly Point[]): string => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

interface LinesProps {
  current: readonly Point[];
  previous: readonly Point[];
}

/**
 * The lines of the current and the previous period. The last segment of the current line is dotted, because its step
 * has not ended.
 */
function Lines({ current, previous }: LinesProps): ReactElement {
  const first = current[0]?.[0] ?? 0;
  const last = current.at(-1)?.[0] ?? 0;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`${first},${HEIGHT} ${line(current)} ${last},${HEIGHT}`} />
      <polyline className={styles.previous} points={line(previous)} />
      <polyline points={line(current.slice(0, -1))} />
      <polyline className={styles.open} points={line(current.slice(-2))} />
    </svg>
  );
}

/** The tooltip with the values of the step under the pointer. */
function Tip({ statistics, figure, index }: ChartProps & { index: number }): ReactElement {
  const { t } = useLingui();
  const text = useFigureText();
  const day = useDayText(statistics.time_zone);
  const { steps = [], previous_steps: before = [] } = statistics[figure];
  const isHour = statistics.step === 'hour';
  const previousAt = statistics.previous_steps[index];
  return (
    <>
      <small>{t(figureLabels[figure])}</small>
      <span>
        <i /> {day.long(stepStart(statistics, index), isHour)} <b>{text(figure, steps[index] ?? 0)}</b>
      </span>
      {previousAt !== undefined && (
        <span data-previous="true">
          <i /> {day.long(previousAt, false)} <b>{text(figure, before[index] ?? 0)}</b>
        </span>
      )}
    </>
  );
}

export interface ChartProps {
  statistics: Statistics;
  figure: FigureName;
}

/**
 * A line chart of a figure over the period, with the previous period for comparison. The table of the same view
 * contains the values.
 */
export function Chart(props: ChartProps): ReactElement {
  const { statistics, figure } = props;
  const { t } = useLingui();
  const text = useFigureText();
  const day = useDayText(statistics.time_zone);
  const [pointed, setPointed] = useState<number>();
  const { steps = [], previous_steps: before = [], value = 0, previous = 0 } = statistics[figure];
  const isHour = statistics.step === 'hour';
  const count = Math.max(stepCount(statistics), steps.length, 2);
  const ticks = axisValues(figure, Math.max(...steps, ...before, 1));
  const most = ticks.at(-1) ?? 1;
  const x = (index: number): number => (index / (count - 1)) * WIDTH;
  const pointsOf = (values: readonly number[]): Point[] =>
    values.slice(0, count).map((each, index) => [x(index), HEIGHT - (each / most) * HEIGHT]);
  const percent = (index: number): string => `${(index / (count - 1)) * 100}%`;
  const point = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.round(((clientX - left) / Math.max(1, width)) * (count - 1));
    setPointed(index >= 0 && index < steps.length ? index : undefined);
  };
  const name = t(figureLabels[figure]);
  const [total, totalBefore] = [text(figure, value), text(figure, previous)];
  const last = steps.length - 1;
  const soFar = text(figure, steps[last] ?? 0);
  return (
    <div className={styles.chart}>
      <div className={styles.marks} aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{text(figure, tick)}</span>
        ))}
      </div>
      <div
        className={styles.plot}
        role="img"
        aria-label={t`${name}: ${total}, before that ${totalBefore}. The table has all values.`}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {ticks.map((tick) => (
          <hr key={tick} style={{ bottom: `${(tick / most) * 100}%` }} />
        ))}
        <Lines current={pointsOf(steps)} previous={pointsOf(before)} />
        <span
          className={styles.soFar}
          data-left={last > count / 2}
          style={{ left: percent(last), bottom: `${((steps[last] ?? 0) / most) * 100}%` }}
        >
          <Trans>{soFar} so far</Trans>
        </span>
        {pointed !== undefined && (
          <span className={styles.tip} style={{ left: percent(pointed) }} data-left={pointed > count / 2}>
            <Tip {...props} index={pointed} />
          </span>
        )}
      </div>
      <div className={styles.days} aria-hidden="true">
        {labelledSteps(count).map((index) => (
          <span
            key={index}
            style={{ left: percent(index) }}
            data-edge={index === 0 ? 'first' : index === count - 1 && 'last'}
          >
            {day.short(stepStart(statistics, index), isHour)}
          </span>
        ))}
      </div>
    </div>
  );
}
