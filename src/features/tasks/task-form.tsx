import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Task } from '../../../contract/entities/task.ts';
import { taskTypes } from '../../../contract/values.ts';
import { priorities } from '../../../contract/filter-values.ts';
import { defaultMinutes } from '../../../contract/states/task.ts';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { FormChips, FormSelectField, FormTextArea, FormTextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { useErrorText } from '../../forms/use-form-field.ts';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useDurationText } from '../../components/task/task-time.ts';
import { taskTypeLabels } from '../../components/task/task-labels.ts';
import { priorityLabels } from '../../components/task/task-result-labels.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { taskSchema } from './check-draft.ts';
import { deleteTaskDraft, saveTaskDraft, type TaskDraft } from './draft.ts';
import { useDefaultTitle } from './form-labels.ts';
import { PersonPicker, type PickedPerson } from './person-picker.tsx';
import { Reminders } from './reminders.tsx';
import { StartPicker, useStartChoices } from './start-picker.tsx';
import styles from './tasks.module.css';

const LENGTHS = [5, 10, 15, 30, 45, 60, 90, 120, 180, 240];

export type TaskFormProps = {
  id: string;
  /** The edited task; null for a new one. */
  task: Task | null;
  initial: TaskDraft;
  /** Whether an older draft was restored. */
  isRestored: boolean;
  /** Saves the task. Resolves to the op id; null if nothing changed. */
  onSave: (draft: TaskDraft) => Promise<string | null>;
  onSaved: (op_id: string | null) => void;
  /** Replaces a restored draft with an empty form. */
  onReset: () => void;
};

type TaskFormApi = AppForm<TaskDraft>;

/** The fields of a task. Typed values are stored as a draft until they are saved or discarded. */
export function TaskForm({ id, task, initial, isRestored, onSave, onSaved, onReset }: TaskFormProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const form: TaskFormApi = useAppForm({
    schema: taskSchema(store.now, task),
    initial,
    onSubmit: async (draft) => {
      const op_id = await onSave(draft);
      await dropDraft();
      onSaved(op_id);
    },
  });
  const task_id = task?.id ?? null;
  const dropDraft = useDraftAutosave(form, {
    save: (draft) => saveTaskDraft(store.db, task_id, draft),
    drop: () => deleteTaskDraft(store.db, task_id),
  });
  const { field: reminders } = useController({ control: form.control, name: 'reminders' });
  return (
    <Form form={form} id={id} className={styles.form}>
      {isRestored && <RestoredNotice onReset={() => void dropDraft().then(onReset)} />}
      <ErrorSummary
        form={form}
        labels={{
          linked_user_id: t`With`,
          title: t`Title`,
          start_at: t({ message: 'Start', context: 'start time of a task' }),
          minutes: t`Duration`,
          place: t`Location`,
          description: t`Description`,
        }}
      />
      <About form={form} />
      {task?.state !== 'in_progress' && <Start form={form} />}
      <Details form={form} />
      <Reminders value={reminders.value} onChange={reminders.onChange} />
    </Form>
  );
}

function About({ form }: { form: TaskFormApi }): ReactElement {
  const { t } = useLingui();
  const titleOf = useDefaultTitle();
  const { control, setValue, getValues } = form;
  // A typed title stays; otherwise the title follows the type and the person.
  const follow = (): void => {
    const draft = getValues();
    if (!draft.is_titled) setValue('title', titleOf(draft.type, draft.linked_name));
    if (!draft.is_sized) setValue('minutes', defaultMinutes[draft.type]);
  };
  return (
    <>
      <FormChips
        control={control}
        name="type"
        aria-label={t`Task type`}
        wrap
        onChange={follow}
        chips={taskTypes.map((key) => ({ key, label: t(taskTypeLabels[key]) }))}
      />
      <Linked form={form} onChosen={follow} />
      <FormTextField
        control={control}
        name="title"
        label={t`Title`}
        isRequired
        maxLength={120}
        autoComplete="off"
        onChange={(value) => setValue('is_titled', value.trim() !== '')}
      />
    </>
  );
}

function Linked({ form, onChosen }: { form: TaskFormApi; onChosen: () => void }): ReactElement {
  const { t } = useLingui();
  const { control, setValue } = form;
  const type = useWatch({ control, name: 'type' });
  const [contact_id, name] = useWatch({ control, name: ['contact_id', 'linked_name'] });
  const { field, fieldState } = useController({ control, name: 'linked_user_id' });
  const { ref, value: user_id } = field;
  const id = user_id ?? contact_id;
  const choose = (next: PickedPerson | null): void => {
    setValue('contact_id', next?.kind === 'contact' ? next.id : null);
    const person = next?.kind === 'person' ? next.id : null;
    setValue('linked_user_id', person, { shouldDirty: true, shouldValidate: next !== null });
    setValue('linked_name', next?.name ?? null);
    onChosen();
  };
  return (
    <PersonPicker
      ref={ref}
      value={id === null ? null : { kind: user_id === null ? 'contact' : 'person', id, name: name ?? '' }}
      onChange={choose}
      isRequired={type !== 'meet'}
      errorMessage={fieldState.error && t`Please, fill all necessary fields`}
    />
  );
}

function Start({ form }: { form: TaskFormApi }): ReactElement {
  const { t } = useLingui();
  const errorTextOf = useErrorText();
  const choices = useStartChoices();
  const { field, fieldState } = useController({ control: form.control, name: 'start_at' });
  const { ref, value: start_at } = field;
  return (
    <StartPicker
      label={<Trans>Start</Trans>}
      name={t`Start time`}
      choices={choices}
      value={start_at}
      ref={ref}
      onChange={(value) => form.setValue('start_at', value, { shouldDirty: true, shouldValidate: value !== '' })}
      errorMessage={errorTextOf(fieldState.error?.message)}
    />
  );
}

function Details({ form }: { form: TaskFormApi }): ReactElement {
  const { t } = useLingui();
  const duration = useDurationText();
  const errorTextOf = useErrorText();
  const { control, setValue } = form;
  const { field, fieldState } = useController({ control, name: 'minutes' });
  const { ref, value: minutes, onChange: setMinutes } = field;
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t`Duration`}
          value={String(minutes)}
          ref={ref}
          errorMessage={errorTextOf(fieldState.error?.message)}
          options={[...new Set([...LENGTHS, minutes])]
            .toSorted((a, b) => a - b)
            .map((value) => ({ value: String(value), label: duration(value * 60) }))}
          onChange={(value) => {
            setMinutes(Number(value));
            setValue('is_sized', true);
          }}
        />
        <FormSelectField
          control={control}
          name="priority"
          label={t`Priority`}
          options={priorities.map((value) => ({ value, label: t(priorityLabels[value]) }))}
        />
      </div>
      <FormTextField control={control} name="place" label={t`Location (optional)`} autoComplete="off" />
      <FormTextArea control={control} name="description" label={t`Description (optional)`} />
    </>
  );
}
