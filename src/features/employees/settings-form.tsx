import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactElement, useMemo, useState } from 'react';
import { MAX_DAILY_LIMIT, MAX_RATING } from '../../../contract/calls/employees.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import { sync } from '../../bridge/sync.ts';
import type { EmployeeSettings } from '../../bridge/staff-api.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
import { countryOptions } from '../../lib/countries.ts';
import { zoneOptions } from '../../lib/zone-options.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './employees.module.css';

interface Draft {
  daily_limit: string;
  rating: string;
  country: string;
  time_zone: string;
}

const draftOf = ({ daily_limit, rating, country, time_zone }: Employee): Draft => ({
  daily_limit: String(daily_limit ?? ''),
  rating: String(rating ?? ''),
  country: country ?? '',
  time_zone: time_zone ?? 'UTC',
});

/** What differs from the employee as he stands, ready to be asked for. */
function changeOf(employee: Employee, draft: Draft): EmployeeSettings {
  const known = draftOf(employee);
  return {
    ...(draft.daily_limit !== known.daily_limit && { daily_limit: Number(draft.daily_limit) }),
    ...(draft.rating !== known.rating && { rating: Number(draft.rating) }),
    ...(draft.country !== known.country && { country: draft.country || null }),
    ...(draft.time_zone !== known.time_zone && { time_zone: draft.time_zone }),
  };
}

const isLimit = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= MAX_DAILY_LIMIT;

/** Limit, rating, country and zone of an employee. Only online: they count for the server from then on. */
export function SettingsForm({ employee }: { employee: Employee }): ReactElement {
  const { t, i18n } = useLingui();
  const { isPending, error, run } = useOnlineAction();
  const [draft, setDraft] = useState(() => draftOf(employee));
  const [isTold, setTold] = useState(false);
  const zones = useMemo(() => zoneOptions(employee.time_zone ?? 'UTC'), [employee.time_zone]);
  const set = (change: Partial<Draft>): void => setDraft((known) => ({ ...known, ...change }));
  const change = changeOf(employee, draft);
  const fieldFault = isLimit(draft.daily_limit) ? undefined : t`Enter a number from 0 to ${MAX_DAILY_LIMIT}`;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTold(true);
    if (fieldFault) return document.getElementById('daily-limit')?.focus();
    if (Object.keys(change).length === 0) return;
    void run(() => sync.account('setEmployee', employee.id, change), t`Consultant settings updated successfully`);
  };
  const ratings = Array.from({ length: MAX_RATING + 1 }, (_, value) => ({
    value: String(value),
    label: value === 0 ? t`0 = manual assignment only` : String(value),
  }));
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Settings`}>
      <div className={styles.pair}>
        <TextField
          id="daily-limit"
          label={t`Daily limit`}
          description={t`New leads per day, 0 for none`}
          inputMode="numeric"
          value={draft.daily_limit}
          onChange={(daily_limit) => set({ daily_limit: daily_limit.trim() })}
          errorMessage={isTold ? fieldFault : undefined}
        />
        <SelectField
          label={t`Rating`}
          description={t`A higher rating gets more leads`}
          options={ratings}
          value={draft.rating}
          onChange={(rating) => set({ rating })}
        />
        <SelectField
          label={t`Country`}
          placeholder={t`Not specified`}
          options={countryOptions(i18n.locale)}
          value={draft.country}
          onChange={(country) => set({ country })}
        />
        <SelectField
          label={t`Time zone`}
          description={t`The day starts at midnight in this time zone`}
          options={zones}
          value={draft.time_zone}
          onChange={(time_zone) => set({ time_zone })}
        />
      </div>
      {error && <ErrorNotice error={error} />}
      <div>
        <Button type="submit" isPending={isPending}>
          <Trans>Save settings</Trans>
        </Button>
      </div>
    </form>
  );
}
