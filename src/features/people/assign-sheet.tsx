import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { nameOrPhoneMatcher } from '../../components/person/name-or-phone-search.ts';
import { languageNames, personName } from '../../components/person/person-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { List, Row } from '../../ui/list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { assignPerson } from './actions.ts';
import styles from './people.module.css';
import { savedColleagues } from './queries.ts';
import type { StepSheetProps } from './step-sheets.tsx';

/** Rows before and after a search text is typed. */
const MAX_EMPLOYEES = 6;

/** Reassigns a person with a note. A manager may exceed the daily limit with a reason. */
export function AssignSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [to, setTo] = useState<Employee | null>(null);
  const [note, setNote] = useState('');
  const [isForced, setForced] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const name = personName(person);
  // The limit applies to a manager's assignments, not to an employee's handing on.
  const canForce = store.actor.is_manager && person.responsible_id !== store.actor.user_id;
  const isReasonMissing = isForced && reason.trim() === '';
  const save = async (): Promise<void> => {
    setChecked(true);
    if (!to || isReasonMissing) return;
    const give = { to_id: to.id, to_name: to.name, note, ...(isForced && { reason }) };
    if (await step(() => assignPerson(store, person, give), t`Operation successful`)) onClose();
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={note === ''}
      title={t`Reassign ${name}`}
      description={<Trans>Open tasks move too. Your unsent changes are handed over.</Trans>}
      footer={
        <Button onPress={() => void save()}>
          <Trans>Reassign</Trans>
        </Button>
      }
    >
      <div className={styles.form}>
        <EmployeePicker
          value={to}
          onChange={setTo}
          person={person}
          errorMessage={isChecked && !to ? t`Please, select employee` : undefined}
        />
        <TextArea label={t`Note (optional)`} maxLength={500} value={note} onChange={setNote} />
        {canForce && (
          <Checkbox isChecked={isForced} onChange={setForced}>
            <Trans>Even if their daily limit is reached</Trans>
          </Checkbox>
        )}
        {isForced && (
          <TextArea
            label={t`Why?`}
            maxLength={500}
            value={reason}
            onChange={setReason}
            errorMessage={isChecked && isReasonMissing ? t(errorText('required')) : undefined}
          />
        )}
      </div>
    </Sheet>
  );
}

interface PickerProps {
  value: Employee | null;
  onChange: (employee: Employee | null) => void;
  person: Person;
  errorMessage: string | undefined;
}

/** One of the synced colleagues. */
function EmployeePicker({ value, onChange, person, errorMessage }: PickerProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const [search, setSearch] = useState('');
  const [hasActed, setActed] = useState(false);
  const all = useLiveQuery(() => savedColleagues(db, person, actor.user_id), [db, person, actor.user_id]);
  const choose = (employee: Employee | null): void => {
    setActed(true);
    setSearch('');
    onChange(employee);
  };
  const about = (employee: Employee): string => {
    const words = languageNames[employee.language];
    const who = employee.id === actor.user_id ? t`me` : '';
    return [who, employee.city, words ? t(words) : ''].filter(Boolean).join(', ');
  };
  if (value) {
    return (
      <FieldGroup label={<Trans context="new assignee">To</Trans>}>
        <List>
          <Row
            leading={<Avatar name={value.name} size="s" />}
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
  const found = (all ?? []).filter(({ name }) => fits(name, null));
  return (
    <FieldGroup errorMessage={errorMessage}>
      <SearchField
        label={t({ message: 'To', context: 'new assignee' })}
        placeholder={t`Employee name`}
        value={search}
        onChange={setSearch}
        autoFocus={hasActed}
        isRequired
      />
      {found.length > 0 && (
        <List aria-label={t`Employees`}>
          {found.slice(0, MAX_EMPLOYEES).map((employee) => (
            <Row
              key={employee.id}
              leading={<Avatar name={employee.name} size="s" />}
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
      {all && all.length > 0 && found.length === 0 && (
        <small>
          <Trans>No matches.</Trans>
        </small>
      )}
    </FieldGroup>
  );
}
