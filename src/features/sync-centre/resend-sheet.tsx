import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Refused } from '../../../contract/errors.ts';
import { taskResults, type TaskType } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import { FieldInput, isEditableHere } from '../../components/field/field-input.tsx';
import type { FieldLabel } from '../../components/field/field-label.ts';
import { fieldLabel, labelledFields } from '../../components/field/field-labels.ts';
import { Form } from '../../forms/form.tsx';
import { showServerErrors } from '../../forms/server-errors.ts';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useFormField } from '../../forms/use-form-field.ts';
import { fieldErrorsOf } from '../../forms/field-errors.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useLabelContext } from '../../components/field/use-label-context.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './sync.module.css';
import { entryErrors, useRefusalText } from './use-reason.ts';
import { useWriteTitle } from './use-write-title.ts';

type Values = Record<string, unknown>;
type ResendForm = AppForm<Values>;

/** Returns the editable fields of a rejected write: invalid ones first, then the others in the order of the form. */
function fieldsOf(entry: Entry, errors: ReadonlyMap<string, string>): string[] {
  const typed = labelledFields(entry.entity, entry.args).filter((field) =>
    isEditableHere(fieldLabel(entry.entity, field)),
  );
  return [...typed.filter((field) => errors.has(field)), ...typed.filter((field) => !errors.has(field))];
}

/** Returns the error codes by field if queuing the write failed because of invalid fields; null for any other error. */
function refusedFields(error: unknown): Record<string, string> | null {
  if (!(error instanceof Refused) || !error.fields) return null;
  const { code, fields } = error;
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, typeof value === 'string' ? value : code]),
  );
}

/**
 * Returns the results that can be chosen: those of the type in the write or, if the write finishes a task, those of the
 * task's type.
 */
function useResults(entry: Entry, control: ResendForm['control']): readonly string[] | undefined {
  const { db } = useStore();
  const typed = useWatch({ control, name: 'kind' }) as TaskType | undefined;
  const [type, setType] = useState<TaskType>();
  useEffect(() => {
    if (entry.kind === 'task.finish') void db.tasks.get(entry.entity_id).then((task) => setType(task?.type));
  }, [db, entry]);
  const kind = typed ?? type;
  return kind && taskResults[kind];
}

/** Returns a function that moves the end when the start is changed, so that the duration stays the same. */
function useEndFollowsStart(entry: Entry, { getValues, setValue }: ResendForm): (start: unknown) => void {
  const before = useRef(Date.parse(String((entry.args as Values)['start_at'])));
  return (typed) => {
    const [start, end] = [typed, getValues('end_at')].map((time) => Date.parse(String(time)));
    if (start === undefined || end === undefined || Number.isNaN(start + end + before.current)) return;
    setValue('end_at', iso(end + start - before.current));
    before.current = start;
  };
}

const FORM = 'resend-form';

/** Accepts any values, because they are validated when the write is queued. */
const schema = z.custom<Values>();

/** The sheet in which the user corrects a rejected write. The corrected values are sent as a new write in its place. */
export function ResendSheet({ entry, onClose }: { entry: Entry; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const titleOf = useWriteTitle();
  const reasonOf = useRefusalText();
  const [first] = useState(entry);
  const [fields] = useState(() => fieldsOf(first, entryErrors(first)));
  const form: ResendForm = useAppForm({
    schema,
    initial: { ...(first.args as object) },
    refused: Object.fromEntries(entryErrors(first)),
    onSubmit: async (values) => {
      try {
        await store.supersede(first.op_id, values);
      } catch (error) {
        const codes = Object.entries(refusedFields(error) ?? fieldErrorsOf(error) ?? {});
        const visibleErrors = Object.fromEntries(codes.filter(([name]) => fields.includes(name)));
        if (showServerErrors(form, visibleErrors) === 0) toastError(error);
        return;
      }
      toast(t`Saved on this device. Will be sent.`, { tone: 'wait' });
      onClose();
    },
  });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={false}
      title={<Trans>Edit and resend</Trans>}
      description={titleOf(first)}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          <Trans>Resend</Trans>
        </Button>
      }
    >
      <p>{reasonOf(first)}</p>
      <Form form={form} id={FORM} className={styles.form}>
        <Fields form={form} entry={first} names={fields} />
      </Form>
    </Sheet>
  );
}

type FieldsProps = { form: ResendForm; entry: Entry; names: readonly string[] };

function Fields({ form, entry, names }: FieldsProps): ReactElement {
  const results = useResults(entry, form.control);
  const moveEnd = useEndFollowsStart(entry, form);
  return (
    <>
      {names.map((name) => (
        <EntryField
          key={name}
          control={form.control}
          name={name}
          fieldInfo={fieldLabel(entry.entity, name)}
          only={name === 'result' ? results : undefined}
          onChange={name === 'start_at' && names.includes('end_at') ? moveEnd : undefined}
        />
      ))}
    </>
  );
}

type EntryFieldProps = Pick<ResendForm, 'control'> & {
  name: string;
  fieldInfo: FieldLabel;
  only: readonly string[] | undefined;
  onChange: ((value: unknown) => void) | undefined;
};

function EntryField({ control, name, fieldInfo, only, onChange }: EntryFieldProps): ReactElement {
  const { t } = useLingui();
  const labelContext = useLabelContext();
  const { value, onChange: set, errorMessage, ref } = useFormField({ control, name });
  const change = (next: unknown): void => {
    set(next);
    onChange?.(next);
  };
  return (
    <FieldInput
      fieldInfo={fieldInfo}
      labelContext={labelContext}
      label={t(fieldInfo.label)}
      value={value}
      onChange={change}
      only={only}
      errorMessage={errorMessage}
      ref={ref}
    />
  );
}
