import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, Ref } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { type InteractionKind, type TaskResult, taskResults } from '../../../contract/values.ts';
import { FollowUp, useFollowUpTimes } from '../../components/task/follow-up.tsx';
import { nextDayTime } from '../../components/task/follow-up-times.ts';
import { taskResultLabels } from '../../components/task/task-result-labels.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { useErrorText } from '../../forms/use-form-field.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ChipField, FieldGroup } from '../../ui/field-group.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type CallFormApi, setCallValues } from './call-values.ts';
import styles from './calls.module.css';
import { withFollowUp, withResult } from './outcome.ts';

type PartProps = { form: CallFormApi };

/** Returns a function that sets the result of a call, and the follow-up that the result suggests. */
function useChooseResult(form: CallFormApi): (result: TaskResult) => void {
  const call_back_at = iso(nextDayTime(useFollowUpTimes()).at);
  return (result) =>
    setCallValues(form, { ...form.getValues(), ...withResult(form.getValues(), result, call_back_at) });
}

/** The result of a call as chips. */
export function ResultField({ form }: PartProps): ReactElement {
  const { t } = useLingui();
  const choose = useChooseResult(form);
  const errorTextOf = useErrorText();
  const kind: InteractionKind = useWatch({ control: form.control, name: 'kind' });
  const { field, fieldState } = useController({ control: form.control, name: 'result' });
  const { ref, value: chosen } = field;
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

/** The result of a call as buttons, each of which saves the form. */
export function SaveResultField({ form }: PartProps): ReactElement {
  const choose = useChooseResult(form);
  const errorTextOf = useErrorText();
  const kind: InteractionKind = useWatch({ control: form.control, name: 'kind' });
  const { field, fieldState } = useController({ control: form.control, name: 'result' });
  const { ref } = field;
  return (
    <ResultButtons
      kind={kind}
      ref={ref}
      errorMessage={errorTextOf(fieldState.error?.message)}
      onResult={(result) => {
        choose(result);
        void form.submit();
      }}
    />
  );
}

type ResultButtonsProps = {
  kind: InteractionKind;
  onResult: (result: TaskResult) => void;
  /** Whether the first result takes the focus when it appears. */
  autoFocus?: boolean;
  errorMessage?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** Buttons that save a call with its result. `ref` refers to the first of them. */
export function ResultButtons({
  kind,
  onResult,
  autoFocus = false,
  errorMessage,
  ref,
}: ResultButtonsProps): ReactElement {
  const { t } = useLingui();
  return (
    <FieldGroup label={<Trans>Save with result</Trans>} errorMessage={errorMessage} isNamed>
      <div className={styles.results}>
        {taskResults[kind].map((result, index) => (
          <Button
            key={result}
            variant="soft"
            writes
            {...(index === 0 && { ref, autoFocus })}
            onPress={() => onResult(result)}
          >
            {t(taskResultLabels[result])}
          </Button>
        ))}
      </div>
    </FieldGroup>
  );
}

const lengthTexts = { invalid: msg`Enter up to 12 hours, and seconds up to 59` };

export function DurationField({ form }: PartProps): ReactElement {
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
      onChange={(at, choice) =>
        setCallValues(form, { ...form.getValues(), ...withFollowUp(form.getValues(), choice, at) })
      }
      errorMessage={errorTextOf(fieldState.error?.message)}
      ref={ref}
    />
  );
}
