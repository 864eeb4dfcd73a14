import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, type Ref, useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { z } from '../../../contract/zod.ts';
import { nameOrPhoneMatcher } from '../../components/person/name-or-phone-search.ts';
import { languageNames, personName } from '../../components/person/person-labels.ts';
import { FormCheckbox, FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { List, Row } from '../../ui/list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { assignPerson } from './actions.ts';
import styles from './people.module.css';
import { savedColleagues } from './person-queries.ts';
import type { StepSheetProps } from './step-sheets.tsx';

/** Maximum number of employees shown in the list. */
const MAX_EMPLOYEES = 6;

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

/** The sheet that reassigns a person with a note. A manager may exceed the employee's daily limit with a reason. */
export function AssignSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema,
    initial: { to: null, note: '', is_forced: false, reason: '' },
    onSubmit: async ({ to, note, is_forced, reason }) => {
      const give = { to_id: to.id, to_name: to.name, note, ...(is_forced && { reason }) };
      if (await step(() => assignPerson(store, person, give), t`Operation successful`)) onClose();
    },
  });
  const { control } = form;
  const [note, isForced] = useWatch({ control, name: ['note', 'is_forced'] });
  const name = personName(person);
  // The limit applies when a manager assigns a person, but not when employees pass on their own people.
  const canForce = store.actor.is_manager && person.responsible_id !== store.actor.user_id;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={note === ''}
      title={t`Reassign ${name}`}
      description={<Trans>Open tasks move too. Your unsent changes are handed over.</Trans>}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          <Trans>Reassign</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM} className={styles.form}>
        <Assignee control={control} person={person} />
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

interface AssigneeProps<Output> {
  control: Control<Values, unknown, Output>;
  person: Person;
}

function Assignee<Output>({ control, person }: AssigneeProps<Output>): ReactElement {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name: 'to' });
  const { ref, value, onChange } = field;
  return (
    <EmployeePicker
      value={value}
      onChange={onChange}
      person={person}
      ref={ref}
      errorMessage={fieldState.error && t`Please, select employee`}
    />
  );
}

interface PickerProps {
  value: Employee | null;
  onChange: (employee: Employee | null) => void;
  person: Person;
  errorMessage: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** Selects the new responsible employee from the synced colleagues. */
function EmployeePicker({ value, onChange, person, errorMessage, ref }: PickerProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const [search, setSearch] = useState('');
  const [hasActed, setActed] = useState(false);
  const all = useLiveQuery(async () => savedColleagues(db, person, actor.user_id), [db, person, actor.user_id]);
  const choose = (employee: Employee | null): void => {
    setActed(true);
    setSearch('');
    onChange(employee);
  };
  const about = (employee: Employee): string => {
    const languageName = languageNames[employee.language];
    const who = employee.id === actor.user_id ? t`me` : '';
    return [who, employee.city, languageName ? t(languageName) : ''].filter(Boolean).join(', ');
  };
  if (value) {
    return (
      <FieldGroup label={<Trans context="new assignee">To</Trans>}>
        <List>
          <Row
            leading={<Avatar name={value.name} id={value.id} size="s" />}
            title={value.name}
            subtitle={about(value)}
            trailing={
              <Button variant="soft" small autoFocus={hasActed} onPress={() => choose(null)}>
                <Trans>Change</Trans>
              </Button>
            }
          />
        </List>
      </FieldGroup>
    );
  }
  const fits = nameOrPhoneMatcher(search);
  const matching = (all ?? []).filter(({ name }) => fits(name, null));
  return (
    <FieldGroup errorMessage={errorMessage}>
      <SearchField
        ref={ref}
        label={t({ message: 'To', context: 'new assignee' })}
        placeholder={t`Employee name`}
        value={search}
        onChange={setSearch}
        autoFocus={hasActed}
        isRequired
      />
      {matching.length > 0 && (
        <List aria-label={t`Employees`}>
          {matching.slice(0, MAX_EMPLOYEES).map((employee) => (
            <Row
              key={employee.id}
              leading={<Avatar name={employee.name} id={employee.id} size="s" />}
              title={employee.name}
              subtitle={about(employee)}
              onPress={() => choose(employee)}
            />
          ))}
        </List>
      )}
      {all?.length === 0 && (
        <small>
          <Trans>Employees haven't synced to this device yet. They will appear when you are online.</Trans>
        </small>
      )}
      {all && all.length > 0 && matching.length === 0 && (
        <small>
          <Trans>No matches.</Trans>
        </small>
      )}
    </FieldGroup>
  );
}
