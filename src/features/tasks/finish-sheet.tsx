import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { directions, taskResults, type TaskResult } from '../../../contract/values.ts';
import { Refused } from '../../../contract/errors.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import { useSuggestClosing } from '../../components/person/suggest-closing.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useDirectionLabels } from '../../components/interaction/interaction-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { taskResultLabels } from '../../components/task/task-labels.ts';
import { markWrongNumber } from '../../components/contact/wrong-number.ts';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { ChipField, FieldGroup } from '../../ui/field-group.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { finishTask } from './actions.ts';
import { StartPicker, useLaterChoices } from './start-picker.tsx';
import styles from './tasks.module.css';
import { useNumbers } from './use-numbers.ts';
import { useWriteError } from '../../forms/use-write-error.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export type FinishSheetProps = {
  task: Task;
  onClose: () => void;
  /** Called with the op id, which can be undone while unsent. */
  onFinished: (op_id: string) => void;
};

interface Answers {
  result: TaskResult | '';
  note: string;
  from: string;
  to: string;
  follow_up: string;
  direction: 'in' | 'out';
  number: string;
}

/** A task that was never started is logged afterwards and needs its times. */
const isLoggedAfterwards = (task: Task): boolean => task.state === 'planned' && task.slices.length === 0;

function firstAnswers(task: Task, now: number): Answers {
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return {
    result: '',
    note: '',
    from: toDateTimeInput(iso(to - defaultMinutes[task.type] * MINUTE_MS)),
    to: toDateTimeInput(iso(to)),
    follow_up: '',
    direction: task.direction ?? 'out',
    number: task.phone_used ?? '',
  };
}

/** Finishes a task: result, note, unknown times and follow-up. */
export function FinishSheet({ task, onClose, onFinished }: FinishSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const offer = useSuggestClosing();
  const [answers, setAnswers] = useState(() => firstAnswers(task, store.now()));
  const [error, setError] = useState<{ result?: string; worked?: string }>({});
  const numbers = useNumbers(task);
  const number = answers.number || (numbers[0] ?? '');
  const set = (change: Partial<Answers>): void => setAnswers((known) => ({ ...known, ...change }));
  const finish = async (): Promise<void> => {
    const { result, note, from, to, follow_up, direction } = answers;
    if (result === '') return setError({ result: t(errorText('required')) });
    if (isLoggedAfterwards(task) && (!fromDateTimeInput(from) || !fromDateTimeInput(to)))
      return setError({ worked: t`Please, fill both fields` });
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
      if (refusal instanceof Refused && refusal.code === 'slice_invalid')
        setError({ worked: t`Incorrect time from and time to` });
      else failure(refusal);
    }
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={false}
      title={<Trans>How did it go?</Trans>}
      description={task.title}
      footer={
        <Button onPress={() => void finish()}>
          <Trans>Save result</Trans>
        </Button>
      }
    >
      <ChipField
        label={t`Result`}
        value={answers.result}
        chips={taskResults[task.type].map((key) => ({ key, label: t(taskResultLabels[key]) }))}
        onChange={(key) => {
          setError({});
          // Suggests tomorrow at the same time for a call-back request unless another time is chosen.
          const isBack = key === 'call_back' && answers.follow_up === '';
          const tomorrow = iso(Math.round(store.now() / MINUTE_MS) * MINUTE_MS + DAY_MS);
          set({ result: key as TaskResult, ...(isBack && { follow_up: tomorrow }) });
        }}
        errorMessage={error.result}
      />
      {isLoggedAfterwards(task) && <Worked answers={answers} set={set} error={error.worked} />}
      <TextArea label={t`Note (optional)`} maxLength={4000} value={answers.note} onChange={(note) => set({ note })} />
      {task.type === 'call' && <CallDetails answers={answers} numbers={numbers} number={number} set={set} />}
      <FollowUp
        key={answers.result}
        value={answers.follow_up}
        result={answers.result}
        onChange={(follow_up) => set({ follow_up })}
      />
    </Sheet>
  );
}

type WorkedProps = { answers: Answers; set: (change: Partial<Answers>) => void; error: string | undefined };

function Worked({ answers, set, error }: WorkedProps): ReactElement {
  const { t } = useLingui();
  return (
    <FieldGroup errorMessage={error}>
      <div className={styles.pair} data-wide="true">
        <DateTimeField label={t`Worked from`} value={answers.from} onChange={(from) => set({ from })} />
        <DateTimeField label={t`Worked to`} value={answers.to} onChange={(to) => set({ to })} />
      </div>
    </FieldGroup>
  );
}

type CallDetailsProps = {
  answers: Answers;
  numbers: readonly string[];
  number: string;
  set: (change: Partial<Answers>) => void;
};

/** The initiator, and the number if there are several. */
function CallDetails({ answers, numbers, number, set }: CallDetailsProps): ReactElement {
  const { t } = useLingui();
  const words = useDirectionLabels();
  return (
    <>
      <ChipField
        label={t`Who got in touch`}
        value={answers.direction}
        chips={directions.map((key) => ({ key, label: words('call', key) }))}
        onChange={(key) => set({ direction: key === 'in' ? 'in' : 'out' })}
      />
      {numbers.length > 1 && (
        <ChipField
          label={t`Number`}
          value={number}
          chips={numbers.map((key) => ({ key, label: key }))}
          onChange={(key) => set({ number: key })}
        />
      )}
    </>
  );
}

type FollowUpProps = { value: string; result: string; onChange: (start_at: string) => void };

function FollowUp({ value, result, onChange }: FollowUpProps): ReactElement {
  const { t } = useLingui();
  const choices = useLaterChoices();
  const initial = value === '' ? 'none' : result === 'call_back' ? 'day' : 'pick';
  return (
    <StartPicker
      label={<Trans>Next contact</Trans>}
      name={t`Next contact`}
      choices={choices}
      none={t`None`}
      initial={initial}
      value={value}
      onChange={onChange}
    />
  );
}
