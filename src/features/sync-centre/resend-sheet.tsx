import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import { Refused } from '../../../contract/errors.ts';
import { taskResults, type TaskType } from '../../../contract/values.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { FieldInput, isTyped } from '../../components/field/field-input.tsx';
import { fieldLabel, labelledFields } from '../../components/field/field-labels.ts';
import { fieldErrorsOf, useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useLabelContext } from '../../components/field/use-label-context.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.ts';
import { entryErrors, useReason } from './use-reason.ts';
import { useTitle } from './use-title.ts';

type Values = Record<string, unknown>;

/** Failed fields first, the others in form order. */
function fieldsOf(entry: Entry, faults: ReadonlyMap<string, string>): string[] {
  const typed = labelledFields(entry.entity, entry.args).filter((field) => isTyped(fieldLabel(entry.entity, field)));
  return [...typed.filter((field) => faults.has(field)), ...typed.filter((field) => !faults.has(field))];
}

/** An end moves with its start, keeping the duration. */
function withEnd(values: Values, before: Values): Values {
  const [start, end, old] = [values['start_at'], values['end_at'], before['start_at']].map((time) =>
    Date.parse(String(time)),
  );
  if (start === undefined || end === undefined || old === undefined || Number.isNaN(start + end + old)) return values;
  return { ...values, end_at: iso(end + start - old) };
}

function errorsIn(error: unknown): Record<string, string> | null {
  if (error instanceof Refused && error.fields) {
    const { code, fields } = error;
    return Object.fromEntries(
      Object.entries(fields).map(([field, said]) => [field, typeof said === 'string' ? said : code]),
    );
  }
  return fieldErrorsOf(error);
}

/** Returns the possible results: those of the write's type, else of the finished task's. */
function useResults(entry: Entry, values: Values): readonly string[] | undefined {
  const { db } = useStore();
  const [type, setType] = useState<TaskType>();
  useEffect(() => {
    if (entry.kind === 'task.finish') void db.tasks.get(entry.entity_id).then((task) => setType(task?.type));
  }, [db, entry]);
  const kind = (values['kind'] as TaskType | undefined) ?? type;
  return kind && taskResults[kind];
}

/** The content of a rejected write, to correct and send again as a new write in its place. */
export function ResendSheet({ entry, onClose }: { entry: Entry; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const words = useLabelContext();
  const titleOf = useTitle();
  const reasonOf = useReason();
  const [first] = useState(entry);
  const [values, setValues] = useState<Values>(() => ({ ...(first.args as object) }));
  const [faults, setFaults] = useState<Record<string, string>>(() => Object.fromEntries(entryErrors(first)));
  const [fields] = useState(() => fieldsOf(first, entryErrors(first)));
  const [isPending, setPending] = useState(false);
  const results = useResults(first, values);
  const set = (field: string, value: unknown): void => {
    setValues((known) => {
      const next = { ...known, [field]: value };
      return field === 'start_at' && fields.includes('end_at') ? withEnd(next, known) : next;
    });
    setFaults(({ [field]: _, ...others }) => others);
  };
  const send = async (): Promise<void> => {
    setPending(true);
    try {
      await store.supersede(first.op_id, values);
      toast(t`Saved on this device. Will be sent.`, { tone: 'wait' });
      onClose();
    } catch (error) {
      const found = errorsIn(error);
      if (found && fields.some((field) => field in found)) setFaults(found);
      else failure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={false}
      title={<Trans>Edit and resend</Trans>}
      description={titleOf(first)}
      footer={
        <Button isPending={isPending} onPress={() => void send()}>
          <Trans>Resend</Trans>
        </Button>
      }
    >
      <p>{reasonOf(first)}</p>
      {fields.map((field) => {
        const word = fieldLabel(first.entity, field);
        const fault = faults[field];
        return (
          <FieldInput
            key={field}
            word={word}
            words={words}
            label={t(word.label)}
            value={values[field]}
            onChange={(value) => set(field, value)}
            only={field === 'result' ? results : undefined}
            errorMessage={fault && t(errorText(fault))}
          />
        );
      })}
    </Sheet>
  );
}
