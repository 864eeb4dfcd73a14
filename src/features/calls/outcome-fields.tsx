import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { type InteractionKind, type TaskResult, taskResults } from '../../../contract/values.ts';
import { FollowUp, useFollowUpTimes } from '../../components/task/follow-up.tsx';
import { nextDayTime } from '../../components/task/follow-up-times.ts';
import { taskResultLabels } from '../../components/task/task-result-labels.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { useErrorText } from '../../forms/use-form-field.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { iso } from '../../lib/ports.ts';
import { ChipField, FieldGroup } from '../../ui/field-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type CallFormApi, setValues } from './call-values.ts';
import styles from './calls.module.css';
import { withFollowUp, withResult } from './outcome.ts';

type PartProps = { form: CallFormApi };

export function ResultField({ form }: PartProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const call_back_at = iso(nextDayTime(useFollowUpTimes()).at);
  const errorTextOf = useErrorText();
  const kind: InteractionKind = useWatch({ control: form.control, name: 'kind' });
  const { field, fieldState } = useController({ control: form.control, name: 'result' });
  const { ref, value: chosen } = field;
  const choose = (result: TaskResult): void =>
    setValues(form, { ...form.getValues(), ...withResult(form.getValues(), result, store.now(), call_back_at) });
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
  const errorTextOf = useErrorText();
  const { field, fieldState } = useController({ control: form.control, name: 'follow_up_at' });
  const { ref, value } = field;
  const follow = useWatch({ control: form.control, name: 'follow' });
  return (
    <FollowUp
      label={t`Next contact`}
      value={value}
      isPicking={follow === 'pick'}
      onChange={(at, choice) => setValues(form, { ...form.getValues(), ...withFollowUp(form.getValues(), choice, at) })}
      errorMessage={errorTextOf(fieldState.error?.message)}
      ref={ref}
    />
  );
}
