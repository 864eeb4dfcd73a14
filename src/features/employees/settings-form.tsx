import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import { type ReactElement, useMemo } from 'react';
import { useController } from 'react-hook-form';
import { MAX_DAILY_LIMIT } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import { z } from '../../../contract/zod.ts';
import type { EmployeeSettings } from '../../bridge/staff-api.ts';
import { sync } from '../../bridge/sync.ts';
import { countryOptions } from '../../components/field/countries.ts';
import { FormComboField, FormSelectField, FormTextField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { attempt } from '../../lib/attempt.ts';
import { zoneOptions } from '../../lib/intl-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './employees.module.css';
import { isDailyLimit, useRatingOptions } from './lead-settings.ts';
import { scheduleOf } from './queries.ts';
import { noDaysOff, timesOf, timesShape, type TimesValues, withDaysOff } from './times-draft.ts';
import { WeekFields } from './week-fields.tsx';

const schema = z.object({
  daily_limit: z.string().check(z.trim(), z.refine(isDailyLimit, { error: 'invalid' })),
  rating: z.string(),
  country: z.string(),
  /** The time zone that determines the employee's days and working hours. */
  zone: z.string(),
  ...timesShape,
});
type Values = z.infer<typeof schema> & TimesValues;

function valuesOf(employee: Employee): Values {
  const draft = scheduleOf(employee);
  return {
    daily_limit: String(employee.daily_limit ?? ''),
    rating: String(employee.rating ?? ''),
    country: employee.country ?? '',
    zone: draft.zone,
    draft,
    daysOff: noDaysOff,
  };
}

/**
 * Returns the changes as the arguments of the two server calls that save them. An unchanged time zone is not sent,
 * because older data may have one zone for the employee's days and another one for the working hours.
 */
function changesOf(employee: Employee, initial: Values, values: Values) {
  const isZoneChanged = values.zone !== initial.zone;
  const settings: EmployeeSettings = {
    ...(values.daily_limit !== initial.daily_limit && { daily_limit: Number(values.daily_limit) }),
    ...(values.rating !== initial.rating && { rating: Number(values.rating) }),
    ...(values.country !== initial.country && { country: values.country || null }),
    ...(isZoneChanged && values.zone !== employee.time_zone && { time_zone: values.zone }),
  };
  const typed = timesOf(withDaysOff(values));
  const times: WorkTimes = isZoneChanged ? { ...typed, zone: values.zone } : typed;
  return { settings, times: jsonEqual(times, initial.draft) ? null : times };
}

/** The settings that decide which leads the employee gets. */
function LeadFields({ form }: { form: AppForm<Values, Values> }): ReactElement {
  const { t } = useLingui();
  const ratings = useRatingOptions();
  return (
    <div className={styles.pair} data-level="true">
      <FormTextField
        control={form.control}
        name="daily_limit"
        label={t`Daily limit`}
        description={t`New leads per day, 0 for none`}
        inputMode="numeric"
        errorTexts={{ invalid: msg`Enter a number from 0 to ${MAX_DAILY_LIMIT}` }}
      />
      <FormSelectField
        control={form.control}
        name="rating"
        label={t`Rating`}
        description={t`A higher rating gets more leads`}
        options={ratings}
      />
    </div>
  );
}

function PlaceFields({ form, zone }: { form: AppForm<Values, Values>; zone: string }): ReactElement {
  const { t, i18n } = useLingui();
  const zones = useMemo(() => zoneOptions(zone), [zone]);
  return (
    <div className={styles.pair} data-level="true">
      <FormComboField
        control={form.control}
        name="country"
        label={t`Country`}
        placeholder={t`Not specified`}
        options={countryOptions(i18n.locale)}
      />
      <FormComboField
        control={form.control}
        name="zone"
        label={t`Time zone`}
        description={t`For working hours and the daily limit`}
        options={zones}
      />
    </div>
  );
}

/**
 * The settings and working hours of an employee, with one button that saves the changes. It needs a connection, because
 * the server applies changes immediately.
 */
export function SettingsForm({ employee }: { employee: Employee }): ReactElement {
  const { t } = useLingui();
  const isOffline = useSyncState()?.status.connection === 'offline';
  const initial = valuesOf(employee);
  const form = useAppForm<Values, Values>({
    schema,
    initial,
    onSubmit: async (values) => {
      const { settings, times } = changesOf(employee, form.formState.defaultValues as Values, values);
      if (Object.keys(settings).length > 0) {
        const result = await attempt(() => sync.account('setEmployee', employee.id, settings));
        if (!result.ok) return result;
      }
      if (times) {
        const result = await attempt(() => sync.account('setEmployeeTimes', employee.id, times));
        if (!result.ok) return result;
      }
      form.reset({ ...values, draft: times ?? values.draft, daysOff: noDaysOff });
      toast(t`Consultant settings updated successfully`, { tone: 'ok' });
    },
  });
  const days = useController({ control: form.control, name: 'draft' });
  const daysOff = useController({ control: form.control, name: 'daysOff' });
  const { isDirty } = form.formState;
  return (
    <Form form={form} className={styles.form} aria-label={t`Settings`}>
      {isOffline && (
        <Banner tone="wait" role="status" icon={<IconWifiOff />} title={<Trans>You are offline</Trans>}>
          <Trans>You need to be online to save these settings.</Trans>
        </Banner>
      )}
      <Section title={<Trans>Lead assignment</Trans>}>
        <Card>
          <LeadFields form={form} />
        </Card>
      </Section>
      <Section title={<Trans>Location</Trans>}>
        <Card>
          <PlaceFields form={form} zone={initial.zone} />
        </Card>
      </Section>
      <Section title={<Trans>Working hours</Trans>}>
        {!employee.work_times && (
          <p className={styles.quiet}>
            <Trans>No working hours set. The default is Monday to Friday, 09:00 to 18:00.</Trans>
          </p>
        )}
        <Card>
          <div className={styles.form}>
            <WeekFields days={days} daysOff={daysOff} />
          </div>
        </Card>
      </Section>
      <StickyBar>
        <SubmitButton form={form} isDisabled={!isDirty}>
          <Trans>Save settings</Trans>
        </SubmitButton>
      </StickyBar>
      <LeaveGuard isDirty={() => isDirty} />
    </Form>
  );
}
