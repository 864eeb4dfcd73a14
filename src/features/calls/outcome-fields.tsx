import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { type InteractionKind, type TaskResult, taskResults } from '../../../contract/values.ts';
import { taskResultLabels } from '../../components/task/task-result-labels.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { useErrorText } from '../../forms/use-form-field.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDayTime, fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { ChipGroup } from '../../ui/chips.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { ChipField, FieldGroup } from '../../ui/field-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type CallFormApi, setValues } from './call-values.ts';
import styles from './calls.module.css';
import { type FollowUpChoice, withFollowUp, withResult } from './outcome.ts';

type PartProps = { form: CallFormApi };

export function ResultField({ form }: PartProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const errorTextOf = useErrorText();
  const kind: InteractionKind = useWatch({ control: form.control, name: 'kind' });
  const { field, fieldState } = useController({ control: form.control, name: 'result' });
  const { ref, value: chosen } = field;
  const choose = (result: TaskResult): void =>
    setValues(form, { ...form.getValues(), ...withResult(form.getValues(), result, store.now()) });
  return (
    <ChipField
      label={t`Result`}
      errorMessage={errorTextOf(fieldState.error?.message)}
      value={chosen}
      ref={ref}
      chips={taskResults[kind].map((key) => ({ key, label: t(taskResultLabels[key]) }))}
      onChange={(key) => choose(key as TaskResult)}
    />
  );
}

const lengthTexts = { invalid: msg`Enter up to 12 hours, and seconds up to 59` };

export function LengthField({ form }: PartProps): ReactElement {
  const { t } = useLingui();
  const errorTextOf = useErrorText();
  const { field: minutes, fieldState } = useController({ control: form.control, name: 'minutes' });
  const { field: seconds } = useController({ control: form.control, name: 'seconds' });
  return (
    <FieldGroup
      label={<Trans>Duration</Trans>}
      errorMessage={errorTextOf(fieldState.error?.message, lengthTexts)}
      isNamed
    >
      <div className={styles.length}>
        <TextField {...minutes} label={t`Minutes`} inputMode="numeric" autoComplete="off" maxLength={3} />
        <TextField {...seconds} label={t`Seconds`} inputMode="numeric" autoComplete="off" maxLength={2} />
      </div>
    </FieldGroup>
  );
}

export function NoteField({ form }: PartProps): ReactElement {
  const { t } = useLingui();
  return <FormTextArea control={form.control} name="note" label={t`Note (optional)`} maxLength={4000} />;
}

export function FollowUpField({ form }: PartProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const errorTextOf = useErrorText();
  const { field, fieldState } = useController({ control: form.control, name: 'follow_up_at' });
  const { ref, value: follow_up_at } = field;
  const follow = useWatch({ control: form.control, name: 'follow' });
  const planned = follow_up_at && formatDayTime(follow_up_at);
  const choose = (choice: FollowUpChoice): void =>
    setValues(form, { ...form.getValues(), ...withFollowUp(form.getValues(), choice, store.now()) });
  const pick = (input: string): void =>
    setValues(form, { ...form.getValues(), follow_up_at: fromDateTimeInput(input), is_preset: false });
  return (
    <FieldGroup label={<Trans>Next contact</Trans>} errorMessage={errorTextOf(fieldState.error?.message)}>
      <ChipGroup
        aria-label={t`Next contact`}
        wrap
        value={follow}
        ref={ref}
        chips={[
          { key: 'none', label: t({ message: 'None', context: 'no next contact' }) },
          { key: 'tomorrow', label: t`Tomorrow, same time` },
          { key: 'three_days', label: t`In 3 days` },
          { key: 'pick', label: t`Choose` },
        ]}
        onChange={(key) => choose(key as FollowUpChoice)}
      />
      {follow === 'pick' ? (
        <DateTimeField
          aria-label={t`Date and time`}
          value={toDateTimeInput(follow_up_at)}
          min={toDateTimeInput(store.now())}
          onChange={pick}
        />
      ) : (
        planned && <small>{planned}</small>
      )}
    </FieldGroup>
  );
}
