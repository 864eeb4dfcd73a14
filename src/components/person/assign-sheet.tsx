import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Employee } from '../../../contract/entities/employee.ts';
import { z } from '../../../contract/zod.ts';
import { EmployeeField } from '../../forms/employee-field.tsx';
import { FormCheckbox, FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { assignPerson, type Assignable } from './assign-person.ts';
import styles from './assign-sheet.module.css';

const FORM = 'assign-form';

interface Values {
  to: Employee | null;
  note: string;
  is_forced: boolean;
  reason: string;
}

const schema = z
  .object({
    to: z.pipe(
      z.nullable(z.custom<Employee>()),
      z.custom<Employee>((to) => to !== null, { error: 'employee_required' }),
    ),
    note: z.string(),
    is_forced: z.boolean(),
    reason: z.string(),
  })
  .check(
    z.check<Values>(
      ({ value, issues }) => {
        if (!value.is_forced || value.reason.trim() !== '') return;
        issues.push({ code: 'custom', path: ['reason'], message: 'required', input: value });
      },
      { when: () => true },
    ),
  );

export interface AssignSheetProps {
  person: Assignable;
  /** The employees to choose from, see `savedColleagues`; undefined while they are being read. */
  colleagues: readonly Employee[] | undefined;
  onClose: () => void;
}

/**
 * The sheet that assigns a waiting lead, or reassigns a person, with a note. A manager may exceed the employee's daily
 * limit if they give a reason.
 */
export function AssignSheet({ person, colleagues, onClose }: AssignSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema,
    initial: { to: null, note: '', is_forced: false, reason: '' },
    onSubmit: async ({ to, note, is_forced, reason }) => {
      const assignment = { to_id: to.id, to_name: to.name, note, ...(is_forced && { reason }) };
      if (await step(() => assignPerson(store, person, assignment), t`Operation successful`)) onClose();
    },
  });
  const { control } = form;
  const [note, isForced] = form.watch(['note', 'is_forced']);
  const { name } = person;
  const isWaiting = person.responsible_id === null;
  // The limit applies when a manager assigns someone else's person or a waiting lead. It does not apply when employees
  // pass on their own people.
  const canForce = store.actor.is_manager && person.responsible_id !== store.actor.user_id;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={note === ''}
      title={isWaiting ? t`Assign ${name}` : t`Reassign ${name}`}
      description={
        isWaiting ? (
          <Trans>The employee is notified.</Trans>
        ) : (
          <Trans>Open tasks move too. Your unsent changes are handed over.</Trans>
        )
      }
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          {isWaiting ? <Trans>Assign</Trans> : <Trans>Reassign</Trans>}
        </Button>
      }
    >
      <Form form={form} id={FORM} className={styles.form}>
        <EmployeeField control={control} name="to" colleagues={colleagues} />
        <FormTextArea control={control} name="note" label={t`Note (optional)`} maxLength={500} />
        {canForce && (
          <FormCheckbox control={control} name="is_forced">
            <Trans>Even if their daily limit is reached</Trans>
          </FormCheckbox>
        )}
        {isForced && <FormTextArea control={control} name="reason" label={t`Why?`} maxLength={500} />}
      </Form>
    </Sheet>
  );
}
