import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useMemo } from 'react';
import { useController } from 'react-hook-form';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { deviceZone } from '../../../contract/zones.ts';
import { z } from '../../../contract/zod.ts';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { zoneOptions } from '../../lib/intl-formats.ts';
import { ComboField } from '../../ui/combo-field.tsx';
import styles from './employees.module.css';
import { noDaysOff, timesOf, timesShape, type TimesValues, withDaysOff } from './times-draft.ts';
import { WeekFields } from './week-fields.tsx';

const schema = z.object(timesShape);

export interface TimesEditorProps {
  times: WorkTimes;
  onSave: (times: WorkTimes) => Promise<void>;
}

/** The editor of the user's own working hours: the time zone, the hours of each weekday, and the exceptions. */
export function TimesEditor({ times, onSave }: TimesEditorProps): ReactElement {
  const { t } = useLingui();
  const form = useAppForm<TimesValues, TimesValues>({
    schema,
    initial: { draft: times, daysOff: noDaysOff },
    onSubmit: async (values) => {
      const draft = withDaysOff(values);
      await onSave(timesOf(draft));
      form.reset({ draft, daysOff: noDaysOff });
    },
  });
  const days = useController({ control: form.control, name: 'draft' });
  const daysOff = useController({ control: form.control, name: 'daysOff' });
  const { isDirty } = form.formState;
  const { value: draft, onChange } = days.field;
  const ownZone = deviceZone();
  const zones = useMemo(() => zoneOptions(times.zone, ownZone), [times.zone, ownZone]);
  return (
    <Form form={form} className={styles.form} aria-label={t`Working hours`}>
      <ComboField
        label={t`Time zone`}
        options={zones}
        value={draft.zone}
        onChange={(zone) => onChange({ ...draft, zone })}
      />
      <WeekFields days={days} daysOff={daysOff} />
      <div>
        <SubmitButton form={form}>
          <Trans>Save working hours</Trans>
        </SubmitButton>
      </div>
      <LeaveGuard isDirty={() => isDirty} />
    </Form>
  );
}
