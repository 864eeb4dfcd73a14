import { useLingui } from '@lingui/react/macro';
import { type ReactElement, type Ref, useEffect, useState } from 'react';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { defaultWorkTimes } from '../../../contract/work-times.ts';
import { deviceZone } from '../../../contract/zones.ts';
import { savedWorkTimes } from '../../db/queries/work-times.ts';
import { useStore } from '../../hooks/store-context.tsx';
import {
  formatDayTime,
  formatShortWeekday,
  formatTime,
  formatWeekdayName,
  fromDateTimeInput,
  toDateTimeInput,
} from '../../lib/dates.ts';
import { capitalize } from '../../lib/intl-formats.ts';
import { iso } from '../../lib/ports.ts';
import { ChipGroup } from '../../ui/chips.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type FollowUpChoice, type FollowUpTime, followUpTimes } from './follow-up-times.ts';
import styles from './follow-up.module.css';

/** Returns the suggested times of a follow-up within the user's working hours. */
export function useFollowUpTimes(): FollowUpTime[] {
  const { db, actor } = useStore();
  const now = useNow('minute');
  const zone = deviceZone();
  const [times, setTimes] = useState<WorkTimes | null>(null);
  useEffect(() => {
    let isMounted = true;
    const read = async (): Promise<void> => {
      const saved = await savedWorkTimes(db, actor.user_id);
      if (isMounted) setTimes(saved);
    };
    void read().catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [db, actor.user_id]);
  return followUpTimes(times ?? defaultWorkTimes(zone), now, zone);
}

/** Returns a function that formats a suggested time, such as "Tomorrow 09:00". */
export function useTimeLabel(): (time: FollowUpTime) => string {
  const { t, i18n } = useLingui();
  return ({ key, at }) => {
    const time = formatTime(at);
    const weekday = capitalize(formatWeekdayName(at, i18n.locale));
    switch (key) {
      case 'today':
        return t`Later today, ${time}`;
      case 'tomorrow':
        return t`Tomorrow ${time}`;
      case 'weekday':
        return t`${weekday} ${time}`;
      case 'week':
        return t`In a week, ${time}`;
    }
  };
}

export interface FollowUpProps {
  label: string;
  /** The planned instant; empty if there is no follow-up. */
  value: string;
  onChange: (at: string, choice: FollowUpChoice) => void;
  /** Whether the user is picking another time, even if it is not complete yet. */
  isPicking?: boolean;
  /** Whether a time is required. The choice "none" is then not shown. */
  isRequired?: boolean;
  errorMessage?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** The control for the next contact: suggested times within working hours, another time, or none. */
export function FollowUp({
  label,
  value,
  onChange,
  isPicking: startsPicking = false,
  isRequired = false,
  errorMessage,
  ref,
}: FollowUpProps): ReactElement {
  const { t } = useLingui();
  const suggested = useFollowUpTimes();
  const labelOf = useTimeLabel();
  const [isPicking, setPicking] = useState(startsPicking);
  const known = suggested.find(({ at }) => iso(at) === value);
  const chosen = isPicking ? 'pick' : value === '' ? 'none' : (known?.key ?? 'pick');
  const choose = (key: string): void => {
    setPicking(key === 'pick');
    const time = suggested.find((one) => one.key === key);
    if (key === 'pick') onChange(value, 'pick');
    else onChange(time ? iso(time.at) : '', time?.key ?? 'none');
  };
  return (
    <FieldGroup label={label} errorMessage={errorMessage}>
      <ChipGroup
        aria-label={label}
        wrap
        value={chosen}
        ref={ref}
        chips={[
          ...(isRequired ? [] : [{ key: 'none', label: t({ message: 'None', context: 'no next contact' }) }]),
          ...suggested.map((time) => ({ key: time.key, label: labelOf(time) })),
          { key: 'pick', label: t`Pick…` },
        ]}
        onChange={choose}
      />
      {chosen === 'pick' && <OtherTimeField value={value} onChange={onChange} />}
      <TimeInWords value={value} />
    </FieldGroup>
  );
}

/** The field for a time other than the suggested ones. */
export function OtherTimeField({ value, onChange }: Pick<FollowUpProps, 'value' | 'onChange'>): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  return (
    <DateTimeField
      aria-label={t`Date and time`}
      value={toDateTimeInput(value)}
      min={toDateTimeInput(store.now())}
      onChange={(input) => onChange(fromDateTimeInput(input), 'pick')}
    />
  );
}

/**
 * Shows the planned time in words: "Mon 23 November 09:00". Without a time the line is empty but still there, so that
 * the fields below do not move.
 */
export function TimeInWords({ value }: { value: string }): ReactElement {
  const { i18n } = useLingui();
  const text = value && `${capitalize(formatShortWeekday(value, i18n.locale))} ${formatDayTime(value)}`;
  return <small className={styles.summary}>{text}</small>;
}
