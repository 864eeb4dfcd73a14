import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useRef } from 'react';
import { useController } from 'react-hook-form';
import type { Task } from '../../../contract/entities/task.ts';
import { directions, taskResults, type TaskResult, type TaskType } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import { Refused } from '../../../contract/errors.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import { useSuggestClosing } from '../../components/person/suggest-closing.ts';
import { useDirectionLabels } from '../../components/interaction/interaction-labels.ts';
import { FormChipField, FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useFollowUpTimes } from '../../components/task/follow-up.tsx';
import { nextDayTime } from '../../components/task/follow-up-times.ts';
import { taskResultLabels } from '../../components/task/task-result-labels.ts';
import { markWrongNumber } from '../../components/contact/wrong-number.ts';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ChipField } from '../../ui/field-group.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { finishTask } from './actions.ts';
import { FollowUpButtons } from './follow-up-buttons.tsx';
import styles from './tasks.module.css';
import { usePhoneNumbers } from './use-phone-numbers.ts';
import { workedIntervalSchema, completeIntervalSchema, type WorkedInterval, WorkedFields } from './worked-fields.tsx';

const MINUTE_MS = 60_000;

export type FinishSheetProps = {
  task: Task;
  onClose: () => void;
  /** Called with the op id of the write that completes the task. The write can be undone while it is unsent. */
  onFinished: (op_id: string) => void;
};

interface Answers {
  result: TaskResult | '';
  note: string;
  worked: WorkedInterval;
  follow_up: string;
  direction: (typeof directions)[number];
  number: string;
}

type FinishForm = AppForm<Answers, Answers & { result: TaskResult }>;

/** Whether the task was never started, so that its working times must be entered. */
const isLoggedAfterwards = (task: Task): boolean => task.state === 'planned' && task.slices.length === 0;

const schemaOf = (task: Task) =>
  z.object({
    result: z.pipe(
      z.custom<TaskResult | ''>(),
      z.custom<TaskResult>((result) => Boolean(result), { error: 'required' }),
    ),
    note: z.string(),
    worked: isLoggedAfterwards(task) ? completeIntervalSchema : workedIntervalSchema,
    follow_up: z.string(),
    direction: z.enum(directions),
    number: z.string(),
  });

function initialAnswers(task: Task, now: number): Answers {
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return {
    result: '',
    note: '',
    worked: {
      from: toDateTimeInput(iso(to - defaultMinutes[task.type] * MINUTE_MS)),
      to: toDateTimeInput(iso(to)),
    },
    follow_up: '',
    direction: task.direction ?? 'out',
    number: task.phone_used ?? '',
  };
}

/** Creates the form that finishes the task. */
function useFinishForm({ task, onClose, onFinished }: FinishSheetProps, numbers: readonly string[]): FinishForm {
  const store = useStore();
  const offer = useSuggestClosing();
  const form: FinishForm = useAppForm({
    schema: schemaOf(task),
    initial: initialAnswers(task, store.now()),
    onSubmit: async ({ result, note, worked: { from, to }, follow_up, direction, number: chosen }) => {
      const number = chosen || (numbers[0] ?? '');
      try {
        const op_id = await finishTask(store, task, {
          result,
          result_note: note,
          worked: isLoggedAfterwards(task) ? { from: fromDateTimeInput(from), to: fromDateTimeInput(to) } : undefined,
          follow_up: follow_up ? { start_at: follow_up } : undefined,
          ...(task.type === 'call' && { direction, phone_used: number || undefined }),
        });
        if (result === 'wrong_number') await markWrongNumber(store, task.contact_id, number);
        onClose();
        if (result !== 'no_answer' || !(await offer(task.linked_user_id))) onFinished(op_id);
      } catch (refusal) {
        if (!(refusal instanceof Refused) || refusal.code !== 'slice_invalid') throw refusal;
        form.setError('worked', { type: 'server', message: refusal.code });
      }
    },
  });
  return form;
}

const FORM = 'finish-form';

/**
 * The sheet that finishes a task, with fields for the result, a note, a follow-up, and the working times if these are
 * unknown.
 */
export function FinishSheet(props: FinishSheetProps): ReactElement {
  const { t } = useLingui();
  const { task } = props;
  const numbers = usePhoneNumbers(task);
  const form = useFinishForm(props, numbers);
  return (
    <Sheet
      isOpen
      onClose={props.onClose}
      closesOnOutsidePress={false}
      title={<Trans>How did it go?</Trans>}
      description={task.title}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          <Trans>Save result</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM} className={styles.form}>
        <Result form={form} type={task.type} />
        {isLoggedAfterwards(task) && <WorkedTimes form={form} />}
        <FormTextArea control={form.control} name="note" label={t`Note (optional)`} maxLength={4000} />
        {task.type === 'call' && <CallDetails form={form} numbers={numbers} />}
        <FollowUp form={form} />
      </Form>
    </Sheet>
  );
}

type PartProps = { form: FinishForm };

function Result({ form, type }: PartProps & { type: TaskType }): ReactElement {
  const { t } = useLingui();
  const callBackAt = nextDayTime(useFollowUpTimes()).at;
  const preset = useRef('');
  // For a call-back request, suggests the next working morning unless another time was chosen. A different result
  // withdraws the suggestion.
  const suggest = (result: string): void => {
    const planned = form.getValues('follow_up');
    if (result === 'call_back' && planned === '') {
      preset.current = iso(callBackAt);
      form.setValue('follow_up', preset.current);
    }
    if (result !== 'call_back' && planned === preset.current) form.setValue('follow_up', '');
  };
  return (
    <FormChipField
      control={form.control}
      name="result"
      label={t`Result`}
      chips={taskResults[type].map((key) => ({ key, label: t(taskResultLabels[key]) }))}
      onChange={suggest}
    />
  );
}

function WorkedTimes({ form }: PartProps): ReactElement {
  const { field, fieldState } = useController({ control: form.control, name: 'worked' });
  const { ref, value, onChange } = field;
  return <WorkedFields value={value} onChange={onChange} ref={ref} code={fieldState.error?.message} />;
}

/** The fields for the direction of the call and, if the person has several numbers, for the number. */
function CallDetails({ form, numbers }: PartProps & { numbers: readonly string[] }): ReactElement {
  const { t } = useLingui();
  const directionLabel = useDirectionLabels();
  const { field } = useController({ control: form.control, name: 'number' });
  return (
    <>
      <FormChipField
        control={form.control}
        name="direction"
        label={t`Who got in touch`}
        chips={directions.map((key) => ({ key, label: directionLabel('call', key) }))}
      />
      {numbers.length > 1 && (
        <ChipField
          label={t`Number`}
          value={field.value || (numbers[0] ?? '')}
          chips={numbers.map((key) => ({ key, label: key }))}
          onChange={field.onChange}
        />
      )}
    </>
  );
}

/** Plans the next contact. Pressing a relative time also saves the form, so that one press is enough. */
function FollowUp({ form }: PartProps): ReactElement {
  const { field } = useController({ control: form.control, name: 'follow_up' });
  return (
    <FollowUpButtons
      value={field.value}
      onChange={field.onChange}
      onChoose={(start_at) => {
        field.onChange(start_at);
        void form.submit();
      }}
    />
  );
}
