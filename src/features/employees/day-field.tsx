import { Trans, useLingui } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { ReactElement, Ref } from 'react';
import type { Weekday, WorkInterval } from '../../../contract/entities/work-times.ts';
import { MAX_INTERVALS } from '../../../contract/work-times-input.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TimeField } from '../../ui/time-field.tsx';
import styles from './employees.module.css';
import { endsNextDay, type TimesErrors } from './times-draft.ts';

/** Midnight at the end of a day, as a time field shows it. */
const MIDNIGHT = '00:00';

export interface DayFieldProps {
  day: Weekday;
  /** The full name of the day. Only its abbreviation `shortName` is visible. */
  name: string;
  shortName: string;
  intervals: WorkInterval[];
  errors: TimesErrors;
  onChange: (intervals: WorkInterval[]) => void;
  onSplit: (index: number) => void;
  onCopy: () => void;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** The working hours of one weekday in one line: up to three intervals. */
export function DayField(props: DayFieldProps): ReactElement {
  const { day, name, shortName, intervals, errors, onChange, onSplit, onCopy, ref } = props;
  const { t } = useLingui();
  const changeInterval = (index: number, change: Partial<WorkInterval>): void =>
    onChange(intervals.map((interval, position) => (position === index ? { ...interval, ...change } : interval)));
  const remove = (index: number): void => onChange(intervals.filter((_, position) => position !== index));
  const dayError = errors[day];
  return (
    <div className={styles.day} ref={ref} tabIndex={-1} role="group" aria-label={name}>
      <span className={styles.dayName} aria-hidden="true">
        {shortName}
      </span>
      <div className={styles.intervals}>
        {intervals.length === 0 && (
          <p className={styles.quiet}>
            <Trans>Day off</Trans>
          </p>
        )}
        {intervals.map((interval, index) => {
          const code = errors[`${day}.${index}`];
          const errorId = `day-${day}-${index}-error`;
          return (
            // The index is the key, because an interval has no identity besides its position.
            <div key={index} className={styles.interval} aria-describedby={code ? errorId : undefined} role="group">
              <TimeField
                aria-label={t`From`}
                value={interval.from}
                onChange={(from) => changeInterval(index, { from })}
              />
              <span aria-hidden="true">–</span>
              <TimeField
                aria-label={t`To`}
                value={interval.to === '24:00' ? MIDNIGHT : interval.to}
                onChange={(to) => changeInterval(index, { to })}
              />
              <IconButton aria-label={t`Remove these hours: ${name}`} onPress={() => remove(index)}>
                <IconTrash aria-hidden="true" />
              </IconButton>
              <div className={styles.under}>
                <FieldError id={errorId} message={code && t(errorText(code))} />
                {code === 'from_to_wrong' && endsNextDay(interval) && (
                  <Button small variant="soft" onPress={() => onSplit(index)}>
                    <Trans>Ends the next day</Trans>
                  </Button>
                )}
              </div>
            </div>
          );
        })}
        <div className={styles.dayActions}>
          {intervals.length < MAX_INTERVALS && (
            <IconButton
              aria-label={t`Add hours: ${name}`}
              onPress={() => onChange([...intervals, { from: '', to: '' }])}
            >
              <IconPlus aria-hidden="true" />
            </IconButton>
          )}
          {intervals.length > 0 && (
            <IconButton aria-label={t`Copy to all days: ${name}`} onPress={onCopy}>
              <IconCopy aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <FieldError id={`day-${day}-error`} message={dayError && t(errorText(dayError))} />
      </div>
    </div>
  );
}
