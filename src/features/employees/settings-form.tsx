import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useMemo } from 'react';
import { MAX_DAILY_LIMIT, MAX_RATING } from '../../../contract/api-calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import { z } from '../../../contract/zod.ts';
import { sync } from '../../bridge/sync.ts';
import type { EmployeeSettings } from '../../bridge/staff-api.ts';
import { FormComboField, FormSelectField, FormTextField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { attempt } from '../../lib/attempt.ts';
import { countryOptions } from '../../components/field/countries.ts';
import { zoneOptions } from '../../lib/intl-formats.ts';
import { toast } from '../../ui/toast.ts';
import styles from './employees.module.css';

const isLimit = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= MAX_DAILY_LIMIT;

const schema = z.object({
  daily_limit: z.string().check(z.trim(), z.refine(isLimit, { error: 'invalid' })),
  rating: z.string(),
  country: z.string(),
  time_zone: z.string(),
});
type Values = z.infer<typeof schema>;

const valuesOf = ({ daily_limit, rating, country, time_zone }: Employee): Values => ({
  daily_limit: String(daily_limit ?? ''),
  rating: String(rating ?? ''),
  country: country ?? '',
  time_zone: time_zone ?? 'UTC',
});

/** Returns the changed settings of an employee in the format of the server's call. */
function changeOf(employee: Employee, values: Values): EmployeeSettings {
  const currentValues = valuesOf(employee);
  return {
    ...(values.daily_limit !== currentValues.daily_limit && { daily_limit: Number(values.daily_limit) }),
    ...(values.rating !== currentValues.rating && { rating: Number(values.rating) }),
    ...(values.country !== currentValues.country && { country: values.country || null }),
    ...(values.time_zone !== currentValues.time_zone && { time_zone: values.time_zone }),
  };
}

/**
 * The form for limit, rating, country and time zone of an employee. It needs a connection, since the server applies the
 * settings at once.
 */
export function SettingsForm({ employee }: { employee: Employee }): ReactElement {
  const { t, i18n } = useLingui();
  const zones = useMemo(() => zoneOptions(employee.time_zone ?? 'UTC'), [employee.time_zone]);
  const form = useAppForm({
    schema,
    initial: valuesOf(employee),
    onSubmit: async (values) => {
      const change = changeOf(employee, values);
      if (Object.keys(change).length === 0) return;
      const result = await attempt(() => sync.account('setEmployee', employee.id, change));
      if (!result.ok) return result;
      toast(t`Consultant settings updated successfully`, { tone: 'ok' });
    },
  });
  const { control } = form;
  const ratings = Array.from({ length: MAX_RATING + 1 }, (_, value) => ({
    value: String(value),
    label: value === 0 ? t`0 = manual assignment only` : String(value),
  }));
  return (
    <Form form={form} className={styles.form} aria-label={t`Settings`}>
      <div className={styles.pair} data-level="true">
        <FormTextField
          control={control}
          name="daily_limit"
          label={t`Daily limit`}
          description={t`New leads per day, 0 for none`}
          inputMode="numeric"
          errorTexts={{ invalid: msg`Enter a number from 0 to ${MAX_DAILY_LIMIT}` }}
        />
        <FormSelectField
          control={control}
          name="rating"
          label={t`Rating`}
          description={t`A higher rating gets more leads`}
          options={ratings}
        />
        <FormComboField
          control={control}
          name="country"
          label={t`Country`}
          placeholder={t`Not specified`}
          options={countryOptions(i18n.locale)}
        />
        <FormComboField
          control={control}
          name="time_zone"
          label={t`Time zone`}
          description={t`The day starts at midnight in this time zone`}
          options={zones}
        />
      </div>
      <div>
        <SubmitButton form={form}>
          <Trans>Save settings</Trans>
        </SubmitButton>
      </div>
    </Form>
  );
}
