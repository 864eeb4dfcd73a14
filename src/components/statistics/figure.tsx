import { Trans, useLingui } from '@lingui/react/macro';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import type { ReactElement } from 'react';
import type { Statistics } from '../../../contract/api-calls/statistics.ts';
import type { FigureName } from '../../../contract/statistics.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useFigureText } from './figure-text.ts';
import styles from './figure.module.css';
import { figureLabels } from './labels.ts';
import type { UnsentWork } from './queries.ts';

/**
 * Figures whose change is shown in percent. The other figures are small numbers, for which percentages are not
 * meaningful.
 */
const inPercent: readonly FigureName[] = ['completed_tasks', 'donations_sum'];

interface ChangeProps {
  name: FigureName;
  value: number;
  previous: number;
}

/** Shows how a figure differs from that of the previous period. */
function Change({ name, value, previous }: ChangeProps): ReactElement {
  const { i18n } = useLingui();
  const text = useFigureText();
  if (value === previous)
    return (
      <small>
        <Trans>No change</Trans>
      </small>
    );
  const isUp = value > previous;
  const by =
    inPercent.includes(name) && previous > 0
      ? i18n.number(Math.abs(value - previous) / previous, { style: 'percent' })
      : text(name, Math.abs(value - previous));
  return (
    <small className={styles.change} data-up={isUp}>
      {isUp ? <IconArrowUp aria-hidden="true" /> : <IconArrowDown aria-hidden="true" />}
      <VisuallyHidden>{isUp ? <Trans>More than before:</Trans> : <Trans>Less than before:</Trans>}</VisuallyHidden> {by}
    </small>
  );
}

/** Shows the user's unsent work, which the server's figure does not contain yet. */
export function UnsentAmount({ name, value }: { name: FigureName; value: number }): ReactElement {
  const text = useFigureText()(name, value);
  return (
    <small className={styles.unsent}>
      <IconClock aria-hidden="true" />
      <Trans>+{text} not sent yet</Trans>
    </small>
  );
}

export interface FigureProps {
  name: FigureName;
  statistics: Statistics;
  unsent?: UnsentWork | undefined;
  /** Draws the line in the accent colour. */
  isStrong?: boolean;
}

/**
 * A figure of a period, compared with the previous period. Unsent work is shown separately from the server's number.
 */
export function Figure({ name, statistics, unsent, isStrong = false }: FigureProps): ReactElement {
  const { t } = useLingui();
  const text = useFigureText();
  const { available, value = 0, previous = 0, steps = [] } = statistics[name];
  const registrations = statistics.new_registrations.value ?? 0;
  const waiting = unsent && name in unsent ? unsent[name as keyof UnsentWork] : 0;
  return (
    <span className={styles.figure}>
      <span className={styles.name}>{t(figureLabels[name])}</span>
      {available ? (
        <>
          <b className={styles.value}>
            {text(name, value)}
            {name === 'tasks_of_new_registrations' && (
              <small>
                {' '}
                <Trans>of {registrations} new</Trans>
              </small>
            )}
          </b>
          <Change name={name} value={value} previous={previous} />
          {waiting > 0 && <UnsentAmount name={name} value={waiting} />}
          <span className={styles.sparkline}>
            <Sparkline values={steps} isStrong={isStrong} />
          </span>
        </>
      ) : (
        <span className={styles.locked}>
          <IconLock aria-hidden="true" />
          <Trans>Not for your role</Trans>
        </span>
      )}
    </span>
  );
}
