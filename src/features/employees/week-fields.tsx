import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import type { ReactElement } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { weekdays, type Weekday } from '../../../contract/entities/work-times.ts';
import { copyToAllDays } from '../../../contract/work-times.ts';
import { addDays } from '../../../contract/zones.ts';
import { capitalize } from '../../lib/intl-formats.ts';
import { formatShortWeekday, formatWeekdayName } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Section } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DayField } from './day-field.tsx';
import { DaysOff } from './days-off.tsx';
import styles from './employees.module.css';
import { WorkingStatus } from './open-labels.tsx';
import {
  type DaysOffDraft,
  draftErrors,
  noDaysOff,
  setDay,
  splitAtMidnight,
  timesOf,
  type TimesDraft,
  weeklyHours,
  withDaysOff,
} from './times-draft.ts';

const ANY_MONDAY = '2024-01-01';

/** A controlled field, as `useController` returns it for any form with working hours. */
interface BoundField<Value> {
  field: { value: Value; onChange: (value: Value) => void; ref: RefCallBack };
  formState: { isSubmitted: boolean };
}

export interface WeekFieldsProps {
  days: BoundField<TimesDraft>;
  daysOff: BoundField<DaysOffDraft>;
}

/** The working hours by weekday, one line a day, followed by the weekly total and the days off. */
export function WeekFields({ days: { field, formState }, daysOff: { field: typing } }: WeekFieldsProps): ReactElement {
  const { i18n } = useLingui();
  const now = useNow('minute');
  const { value: draft, onChange, ref: firstInvalidRef } = field;
  const { value: typed, onChange: onType, ref: typedRef } = typing;
  const setDraft = (next: TimesDraft): void => onChange(next);
  const errors = draftErrors(draft);
  const hours = weeklyHours(draft);
  // Errors are shown from the first submit on, and then updated while the user corrects the hours.
  const shownErrors = formState.isSubmitted ? errors : {};
  const firstInvalidDay = Object.keys(errors)[0]?.slice(0, 3);
  const dayField = (day: Weekday, index: number): ReactElement => {
    const date = addDays(ANY_MONDAY, index);
    return (
      <DayField
        key={day}
        day={day}
        ref={day === firstInvalidDay ? firstInvalidRef : undefined}
        name={capitalize(formatWeekdayName(date, i18n.locale))}
        shortName={capitalize(formatShortWeekday(date, i18n.locale))}
        intervals={draft.days[day]}
        errors={shownErrors}
        onChange={(intervals) => setDraft(setDay(draft, day, intervals))}
        onSplit={(place) => setDraft(splitAtMidnight(draft, day, place))}
        onCopy={() => setDraft({ ...draft, days: copyToAllDays(draft.days, day) })}
      />
    );
  };
  return (
    <>
      <Banner tone="quiet" icon={<IconClock />} role="status">
        {firstInvalidDay === undefined ? (
          <WorkingStatus times={timesOf(draft)} now={now} />
        ) : (
          <Trans>Some hours are incorrect.</Trans>
        )}
      </Banner>
      <div className={styles.days}>
        {weekdays.map(dayField)}
        <p className={styles.total} role="status">
          <Plural value={hours} one="# hour a week" other="# hours a week" />
        </p>
      </div>
      <Section title={<Trans>Days off</Trans>} level={3}>
        <DaysOff
          exceptions={draft.exceptions}
          onChange={(exceptions) => setDraft({ ...draft, exceptions })}
          typed={typed}
          onType={onType}
          ref={typedRef}
          onAdd={() => {
            setDraft(withDaysOff({ draft, daysOff: typed }));
            onType(noDaysOff);
          }}
          showsErrors={formState.isSubmitted}
        />
      </Section>
    </>
  );
}
