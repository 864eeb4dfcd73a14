import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { taskResults, type InteractionKind, type TaskResult } from '../../../contract/values.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { taskResultLabels } from '../../components/task/task-labels.ts';
import { formatDayTime, fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { ChipGroup } from '../../ui/chips.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { ChipField, FieldGroup } from '../../ui/field-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './calls.module.css';
import { type FollowChoice, type Outcome, type OutcomeFaults, withFollow, withResult } from './outcome.ts';

type PartProps = {
  outcome: Outcome;
  onChange: (outcome: Outcome) => void;
  faults: OutcomeFaults;
};

export function ResultField({ kind, outcome, onChange, faults }: PartProps & { kind: InteractionKind }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  return (
    <ChipField
      label={t`Result`}
      errorMessage={faults.result && t(errorText(faults.result))}
      value={outcome.result}
      chips={taskResults[kind].map((key) => ({ key, label: t(taskResultLabels[key]) }))}
      onChange={(key) => onChange(withResult(outcome, key as TaskResult, store.now()))}
    />
  );
}

export function LengthField({ outcome, onChange, faults }: PartProps): ReactElement {
  const { t } = useLingui();
  return (
    <FieldGroup
      label={<Trans>Duration</Trans>}
      errorMessage={faults.length && t`Enter up to 12 hours, and seconds up to 59`}
      isNamed
    >
      <div className={styles.length}>
        <TextField
          label={t`Minutes`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={outcome.minutes}
          onChange={(minutes) => onChange({ ...outcome, minutes })}
        />
        <TextField
          label={t`Seconds`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={outcome.seconds}
          onChange={(seconds) => onChange({ ...outcome, seconds })}
        />
      </div>
    </FieldGroup>
  );
}

export function NoteField({ outcome, onChange, faults }: PartProps): ReactElement {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Note (optional)`}
      maxLength={4000}
      value={outcome.note}
      errorMessage={faults.note === undefined ? '' : t(errorText(faults.note))}
      onChange={(note) => onChange({ ...outcome, note })}
    />
  );
}

export function FollowField({ outcome, onChange, faults }: PartProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { follow, follow_up_at } = outcome;
  const planned = follow_up_at && formatDayTime(follow_up_at);
  return (
    <FieldGroup label={<Trans>Next contact</Trans>} errorMessage={faults.follow_up && t(errorText(faults.follow_up))}>
      <ChipGroup
        aria-label={t`Next contact`}
        wrap
        value={follow}
        chips={[
          { key: 'none', label: t({ message: 'None', context: 'no next contact' }) },
          { key: 'tomorrow', label: t`Tomorrow, same time` },
          { key: 'three_days', label: t`In 3 days` },
          { key: 'pick', label: t`Choose` },
        ]}
        onChange={(key) => onChange(withFollow(outcome, key as FollowChoice, store.now()))}
      />
      {follow === 'pick' ? (
        <DateTimeField
          aria-label={t`Date and time`}
          value={toDateTimeInput(follow_up_at)}
          min={toDateTimeInput(store.now())}
          onChange={(input) => onChange({ ...outcome, follow_up_at: fromDateTimeInput(input), is_preset: false })}
        />
      ) : (
        planned && <small>{planned}</small>
      )}
    </FieldGroup>
  );
}
