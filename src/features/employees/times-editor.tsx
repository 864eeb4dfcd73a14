import { Trans, useLingui } from '@lingui/react/macro';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { type FormEvent, type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { weekdays, type Weekday, type WorkTimes } from '../../../contract/entities/work-times.ts';
import { copiedToAll } from '../../../contract/work-times.ts';
import { zoneOptions } from '../../lib/zone-options.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DayField } from './day-field.tsx';
import { DaysOff, FIRST_DAY } from './days-off.tsx';
import { capitalised } from '../../lib/zone-times.ts';
import styles from './employees.module.css';
import { OpenStatus } from './open-labels.tsx';
import {
  cutAtMidnight,
  daysOffFault,
  daysOffOf,
  faultsOfDraft,
  isTyped,
  noDaysOff,
  setDay,
  timesOf,
  type TimesDraft,
} from './times-draft.ts';

/** The first of January 2024 was a Monday. */
const dayName = (language: string, index: number): string =>
  capitalised(
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index)),
  );

export interface TimesEditorProps {
  times: WorkTimes;
  isPending?: boolean;
  /** Above the button: why the last try did not come off. */
  notice?: ReactNode;
  onSave: (times: WorkTimes) => void;
}

/** When somebody works: hours by the day of the week in a zone, and days that are unlike the others. */
export function TimesEditor({ times, isPending = false, notice, onSave }: TimesEditorProps): ReactElement {
  const { t, i18n } = useLingui();
  const now = useNow('minute');
  const [draft, setDraft] = useState<TimesDraft>(times);
  const [daysOff, setDaysOff] = useState(noDaysOff);
  // Faults are told when it is to be saved, and from then on while they are mended.
  const [isTold, setTold] = useState(false);
  const found = faultsOfDraft(draft);
  const faults = isTold ? found : {};
  const isRight = Object.keys(found).length === 0;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = useMemo(() => zoneOptions(times.zone, here), [times.zone, here]);
  const addDaysOff = (): TimesDraft => {
    const whole = { ...draft, exceptions: [...draft.exceptions, daysOffOf(daysOff)] };
    setDraft(whole);
    setDaysOff(noDaysOff);
    return whole;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTold(true);
    const day = Object.keys(found)[0]?.slice(0, 3);
    if (day) return document.getElementById(`day-${day}`)?.focus();
    if (!isTyped(daysOff)) return onSave(timesOf(draft));
    if (daysOffFault(daysOff)) return document.getElementById(FIRST_DAY)?.focus();
    onSave(timesOf(addDaysOff()));
  };
  const copy = (
    <Button
      small
      variant="ghost"
      icon={<IconCopy aria-hidden="true" />}
      onPress={() => setDraft({ ...draft, days: copiedToAll(draft.days, 'MON') })}
    >
      <Trans>Copy Monday to all</Trans>
    </Button>
  );
  const field = (day: Weekday, index: number): ReactElement => (
    <DayField
      key={day}
      day={day}
      name={dayName(i18n.locale, index)}
      intervals={draft.days[day]}
      faults={faults}
      onChange={(intervals) => setDraft(setDay(draft, day, intervals))}
      onCut={(place) => setDraft(cutAtMidnight(draft, day, place))}
      action={day === 'MON' && copy}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Working hours`}>
      <Banner tone="quiet" icon={<IconClock />} role="status">
        {isRight ? <OpenStatus times={timesOf(draft)} now={now} /> : <Trans>Some hours are incorrect.</Trans>}
      </Banner>
      <SelectField
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
          typed={daysOff}
          onType={setDaysOff}
          onAdd={addDaysOff}
          isTold={isTold}
        />
      </Section>
      {notice}
      <div>
        <Button type="submit" isPending={isPending}>
          <Trans>Save working hours</Trans>
        </Button>
      </div>
    </form>
  );
}
