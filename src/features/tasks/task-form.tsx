import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useRef } from 'react';
import { Controller, type FieldErrors, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form';
import type { Task } from '../../../contract/entities/task.ts';
import { priorities, taskTypes } from '../../../contract/values.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useDurationText } from '../../components/task/task-time.ts';
import { priorityLabels, taskTypeLabels } from '../../components/task/task-labels.ts';
import { ChipGroup } from '../../ui/chips.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { checkDraft } from './check-draft.ts';
import { saveDraft, type TaskDraft } from './draft.ts';
import { useDraftWords, useTitle } from './form-labels.ts';
import { PersonPicker, type Person } from './person-picker.tsx';
import { Reminders } from './reminders.tsx';
import { StartPicker, useStartChoices } from './start-picker.tsx';
import styles from './tasks.module.css';

const LENGTHS = [5, 10, 15, 30, 45, 60, 90, 120, 180, 240];
const SAVE_AFTER_MS = 600;

export type TaskFormProps = {
  id: string;
  /** The edited task; null for a new one. */
  task: Task | null;
  initial: TaskDraft;
  /** Whether an older draft was restored. */
  isRestored: boolean;
  /** Resolves to true when saved. */
  onSubmit: (draft: TaskDraft) => Promise<boolean>;
  /** Requests an empty form instead of the restored one. */
  onAnew: () => void;
};

type Form = UseFormReturn<TaskDraft>;

/** The fields of a task. Values are stored as a draft until saved or discarded. */
export function TaskForm({ id, task, initial, isRestored, onSubmit, onAnew }: TaskFormProps): ReactElement {
  const store = useStore();
  const form = useForm<TaskDraft>({
    defaultValues: initial,
    mode: 'onTouched',
    resolver: (draft) => {
      const found = checkDraft(draft, store.now(), draft.start_at !== task?.start_at);
      const errors = Object.fromEntries(
        Object.entries(found).map(([field, code]) => [field, { type: code, message: code }]),
      );
      return Object.keys(found).length === 0
        ? { values: draft, errors: {} }
        : { values: {}, errors: errors as FieldErrors<TaskDraft> };
    },
  });
  const keep = useKeptDraft(form, task);
  const submit = async (draft: TaskDraft): Promise<void> => {
    keep(false);
    if (!(await onSubmit(draft))) keep(true);
  };
  const startAnew = (): void => {
    keep(false);
    onAnew();
  };
  return (
    <form id={id} noValidate className={styles.form} onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      {isRestored && <RestoredNotice onAnew={startAnew} />}
      <About form={form} />
      {task?.state !== 'in_progress' && <Start form={form} />}
      <Details form={form} />
      <Controller
        control={form.control}
        name="reminders"
        render={({ field }) => <Reminders value={field.value} onChange={field.onChange} />}
      />
    </form>
  );
}

/** Saves the draft shortly after the last key and at once on unmount. Returns a function that turns it on and off. */
function useKeptDraft(form: Form, task: Task | null): (isKept: boolean) => void {
  const { db } = useStore();
  const task_id = task?.id ?? null;
  const { isDirty } = useFormState({ control: form.control });
  const state = useRef({ isKept: true, isDirty, isSaved: true });
  useEffect(() => {
    state.current.isDirty = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const own = state.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (): void => {
      clearTimeout(timer);
      if (!own.isKept || !own.isDirty || own.isSaved) return;
      own.isSaved = true;
      void saveDraft(db, task_id, form.getValues());
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        own.isSaved = false;
        clearTimeout(timer);
        timer = setTimeout(save, SAVE_AFTER_MS);
      },
    });
    document.addEventListener('visibilitychange', save);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', save);
      save();
    };
  }, [form, db, task_id]);
  return (isKept) => {
    state.current.isKept = isKept;
  };
}

function About({ form }: { form: Form }): ReactElement {
  const { t } = useLingui();
  const titleOf = useTitle();
  const words = useDraftWords();
  const { control, setValue, getValues } = form;
  const type = useWatch({ control, name: 'type' });
  const [user_id, contact_id, name] = useWatch({ control, name: ['linked_user_id', 'contact_id', 'linked_name'] });
  const id = user_id ?? contact_id;
  const { errors } = useFormState({ control });
  // A custom title stays; any other follows type and person.
  const follow = (): void => {
    const draft = getValues();
    if (!draft.is_titled) setValue('title', titleOf(draft.type, draft.linked_name));
    if (!draft.is_sized) setValue('minutes', defaultMinutes[draft.type]);
  };
  const choose = (next: Person | null): void => {
    setValue('contact_id', next?.kind === 'contact' ? next.id : null);
    const person = next?.kind === 'person' ? next.id : null;
    setValue('linked_user_id', person, { shouldDirty: true, shouldValidate: next !== null });
    setValue('linked_name', next?.name ?? null);
    follow();
  };
  return (
    <>
      <Controller
        control={control}
        name="type"
        render={({ field }) => (
          <ChipGroup
            aria-label={t`Task type`}
            wrap
            value={field.value}
            onChange={(key) => {
              field.onChange(key);
              follow();
            }}
            chips={taskTypes.map((key) => ({ key, label: t(taskTypeLabels[key]) }))}
          />
        )}
      />
      <Controller
        control={control}
        name="linked_user_id"
        render={({ field }) => (
          <PersonPicker
            ref={field.ref}
            value={id === null ? null : { kind: user_id === null ? 'contact' : 'person', id, name: name ?? '' }}
            onChange={choose}
            isRequired={type !== 'meet'}
            errorMessage={words('linked_user_id', errors.linked_user_id?.message)}
          />
        )}
      />
      <Controller
        control={control}
        name="title"
        render={({ field }) => (
          <TextField
            {...field}
            label={t`Title`}
            isRequired
            maxLength={120}
            autoComplete="off"
            errorMessage={words('title', errors.title?.message)}
            onChange={(value) => {
              field.onChange(value);
              setValue('is_titled', value.trim() !== '');
            }}
          />
        )}
      />
    </>
  );
}

function Start({ form }: { form: Form }): ReactElement {
  const { t } = useLingui();
  const words = useDraftWords();
  const choices = useStartChoices();
  return (
    <Controller
      control={form.control}
      name="start_at"
      render={({ field, fieldState }) => (
        <StartPicker
          label={<Trans>Start</Trans>}
          name={t`Start time`}
          choices={choices}
          value={field.value}
          onChange={(value) => form.setValue('start_at', value, { shouldDirty: true, shouldValidate: value !== '' })}
          errorMessage={words('start_at', fieldState.error?.message)}
        />
      )}
    />
  );
}

function Details({ form }: { form: Form }): ReactElement {
  const { t } = useLingui();
  const words = useDraftWords();
  const length = useDurationText();
  const { control, setValue } = form;
  return (
    <>
      <div className={styles.pair}>
        <Controller
          control={control}
          name="minutes"
          render={({ field, fieldState }) => (
            <SelectField
              label={t`Duration`}
              value={String(field.value)}
              errorMessage={words('minutes', fieldState.error?.message)}
              options={[...new Set([...LENGTHS, field.value])]
                .toSorted((a, b) => a - b)
                .map((minutes) => ({ value: String(minutes), label: length(minutes * 60) }))}
              onChange={(value) => {
                field.onChange(Number(value));
                setValue('is_sized', true);
              }}
            />
          )}
        />
        <Controller
          control={control}
          name="priority"
          render={({ field }) => (
            <SelectField
              label={t`Priority`}
              value={field.value}
              options={priorities.map((value) => ({ value, label: t(priorityLabels[value]) }))}
              onChange={field.onChange}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="place"
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            label={t`Location (optional)`}
            autoComplete="off"
            errorMessage={words('place', fieldState.error?.message)}
          />
        )}
      />
      <Controller
        control={control}
        name="description"
        render={({ field, fieldState }) => (
          <TextArea
            {...field}
            label={t`Description (optional)`}
            errorMessage={words('description', fieldState.error?.message)}
          />
        )}
      />
    </>
  );
}
