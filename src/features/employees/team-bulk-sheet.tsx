import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { MAX_DAILY_LIMIT } from '../../../contract/api-calls/employees.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { BulkResults } from '../../components/person/bulk-results.tsx';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isDailyLimit, useRatingOptions } from './lead-settings.ts';
import { setForEmployees, type TeamBulk, type TeamOutcome } from './team-bulk.ts';

interface ValueFieldProps {
  setting: TeamBulk['setting'];
  value: string;
  isInvalid: boolean;
  onChange: (value: string) => void;
}

function ValueField({ setting, value, isInvalid, onChange }: ValueFieldProps): ReactElement {
  const { t } = useLingui();
  const ratings = useRatingOptions();
  if (setting === 'daily_limit')
    return (
      <TextField
        label={t`Daily limit`}
        description={t`New leads per day, 0 for none`}
        inputMode="numeric"
        autoFocus
        value={value}
        onChange={onChange}
        {...(isInvalid && { errorMessage: t`Enter a number from 0 to ${MAX_DAILY_LIMIT}` })}
      />
    );
  return (
    <SelectField
      label={t`Rating`}
      description={t`A higher rating gets more leads`}
      options={ratings}
      value={value}
      onChange={onChange}
    />
  );
}

/** The sheet that sets the daily limit or the rating of the selected employees, and then shows each result. */
export function TeamBulkSheet({ setting, employees, onClose }: TeamBulk & { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const runOnce = useSingleFlight();
  const [value, setValue] = useState(setting === 'rating' ? '5' : '');
  const [isInvalid, setInvalid] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TeamOutcome>();
  const results = outcome?.results ?? [];
  const isDone = outcome !== undefined && outcome.failure === null;
  const run = (): void => {
    const isValid = setting === 'rating' || isDailyLimit(value.trim());
    setInvalid(!isValid);
    if (!isValid) return;
    setBusy(true);
    // After a failure, the next attempt leaves out the employees for whom there is already a result.
    const remaining = employees.filter(({ id }) => !results.some((result) => result.id === id));
    const change = async (): Promise<void> => {
      const next = await setForEmployees({ setting, employees: remaining }, Number(value), async (id, settings) =>
        sync.account('setEmployee', id, settings),
      );
      setOutcome({ ...next, results: [...results, ...next.results] });
    };
    void runOnce(change).finally(() => setBusy(false));
  };
  const title = setting === 'rating' ? t`Set rating` : t`Set daily limit`;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={isDone ? t`Result` : title}
      description={<Plural value={employees.length} one="# employee selected" other="# employees selected" />}
      closesOnOutsidePress={!isBusy}
      footer={
        isDone ? (
          <Button onPress={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <Button isPending={isBusy} writes onPress={run}>
            {results.length > 0 ? <Trans>Continue</Trans> : title}
          </Button>
        )
      }
    >
      <Stack gap="m">
        {outcome?.failure && !isBusy && <ErrorNotice error={outcome.failure} />}
        {!isDone && <ValueField {...{ setting, value, isInvalid }} onChange={setValue} />}
        {results.length > 0 && !isBusy && <BulkResults results={results} changed={t`Changed`} />}
      </Stack>
    </Sheet>
  );
}
