import { Trans, useLingui } from '@lingui/react/macro';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { useController } from 'react-hook-form';
import { weekdays, type Weekday, type WorkTimes } from '../../../contract/entities/work-times.ts';
import { copiedToAll } from '../../../contract/work-times.ts';
import { z } from '../../../contract/zod.ts';
import { Form } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { capitalize, zoneOptions } from '../../lib/intl-formats.ts';
import { addDays, deviceZone } from '../../../contract/zones.ts';
import { formatWeekdayName } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ComboField } from '../../ui/combo-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DayField } from './day-field.tsx';
import { DaysOff } from './days-off.tsx';
import styles from './employees.module.css';
import { WorkingStatus } from './open-labels.tsx';
import {
  splitAtMidnight,
  daysOffError,
  type DaysOffDraft,
  daysOffOf,
  draftErrors,
  hasTypedDaysOff,
  noDaysOff,
  setDay,
  timesOf,
  type TimesDraft,
} from './times-draft.ts';

const ANY_MONDAY = '2024-01-01';

const dayName = (language: string, index: number): string =>
  capitalize(formatWeekdayName(addDays(ANY_MONDAY, index), language));

interface Values {
  draft: TimesDraft;
  /** Days off that were typed but not added yet. */
  daysOff: DaysOffDraft;
}

/** Returns the working hours together with days off that were typed but not added. */
const withDaysOff = ({ draft, daysOff }: Values): TimesDraft =>
  hasTypedDaysOff(daysOff) ? { ...draft, exceptions: [...draft.exceptions, daysOffOf(daysOff)] } : draft;

const schema = z.object({
  draft: z
    .custom<TimesDraft>()
    .check(z.refine((draft) => Object.keys(draftErrors(draft)).length === 0, { error: 'invalid' })),
  daysOff: z
    .custom<DaysOffDraft>()
    .check(
      z.refine((daysOff) => !hasTypedDaysOff(daysOff) || daysOffError(daysOff) === undefined, { error: 'invalid' }),
    ),
});

export interface TimesEditorProps {
  times: WorkTimes;
  isPending?: boolean;
  /** A message above the Save button that says why the last attempt failed. */
  notice?: ReactNode;
  onSave: (times: WorkTimes) => void;
}

/** The editor of working hours by weekday in a time zone, with exceptions. */
export function TimesEditor({ times, isPending = false, notice, onSave }: TimesEditorProps): ReactElement {
  const { t, i18n } = useLingui();
  const now = useNow('minute');
  const form = useAppForm({
    schema,
    initial: { draft: times, daysOff: noDaysOff },
    onSubmit: async (values) => {
      addDaysOff();
      onSave(timesOf(withDaysOff(values)));
    },
  });
  const { control, setValue, getValues } = form;
  const { field: days } = useController({ control, name: 'draft' });
  const { field: daysOff, formState } = useController({ control, name: 'daysOff' });
  const { ref: typedRef, value: typed, onChange: onType } = daysOff;
  const draft = days.value;
  const setDraft = (next: TimesDraft): void => days.onChange(next);
  const addDaysOff = (): void => {
    setValue('draft', withDaysOff(getValues()));
    setValue('daysOff', noDaysOff);
  };
  const errors = draftErrors(draft);
  // Errors are shown from the first submit on, and then updated while the user corrects the hours.
  const showsErrors = formState.isSubmitted;
  const shownErrors = showsErrors ? errors : {};
  const firstInvalidDay = Object.keys(errors)[0]?.slice(0, 3);
  const ownZone = deviceZone();
  const zones = useMemo(() => zoneOptions(times.zone, ownZone), [times.zone, ownZone]);
  const copy = (
    <Button
      small
      variant="ghost"
      icon={<IconCopy aria-hidden="true" />}
      onPress={() => setDraft({ ...draft, days: copiedToAll(draft.days, 'MON') })}
    >
      <Trans>Copy to all</Trans>
    </Button>
  );
  const field = (day: Weekday, index: number): ReactElement => (
    <DayField
      key={day}
      day={day}
      ref={day === firstInvalidDay ? days.ref : undefined}
      name={dayName(i18n.locale, index)}
      intervals={draft.days[day]}
      errors={shownErrors}
      onChange={(intervals) => setDraft(setDay(draft, day, intervals))}
      onSplit={(place) => setDraft(splitAtMidnight(draft, day, place))}
      action={day === 'MON' && copy}
    />
  );
  return (
    <Form form={form} className={styles.form} aria-label={t`Working hours`}>
      <Banner tone="quiet" icon={<IconClock />} role="status">
        {firstInvalidDay === undefined ? (
          <WorkingStatus times={timesOf(draft)} now={now} />
        ) : (
          <Trans>Some hours are incorrect.</Trans>
        )}
      </Banner>
      <ComboField
        label={t`Time zone`}
        options={zones}
        value={draft.zone}
        onChange={(zone) => setDraft({ ...draft, zone })}
      />
      <div className={styles.days}>{weekdays.map(field)}</div>
      <Section title={<Trans>Days off</Trans>} level={3}>
        <DaysOff
          exceptions={draft.exceptions}
          onChange={(exceptions) => setDraft({ ...draft, exceptions })}
          typed={typed}
          onType={onType}
          ref={typedRef}
          onAdd={addDaysOff}
          showsErrors={showsErrors}
        />
      </Section>
      {notice}
      <div>
        <Button type="submit" isPending={isPending}>
          <Trans>Save working hours</Trans>
        </Button>
      </div>
    </Form>
  );
}
