import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Employee } from '../../contract/entities/employee.ts';
import { nameOrPhoneMatcher } from '../components/person/name-or-phone-search.ts';
import { languageLabels } from '../components/person/person-labels.ts';
import { useStore } from '../hooks/store-context.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FieldGroup } from '../ui/field-group.tsx';
import { List, Row } from '../ui/list.tsx';
import { SearchField } from '../ui/text-field.tsx';
import { type FieldBinding, useFormField } from './use-form-field.ts';

/** Maximum number of employees shown in the list. */
const MAX_EMPLOYEES = 6;

interface EmployeeFieldProps<Values extends FieldValues, Output> extends FieldBinding<Values, Output, Employee | null> {
  /** The employees to choose from; undefined while they are being read. */
  colleagues: readonly Employee[] | undefined;
}

/** A form field for the employee to whom someone is assigned. */
export function EmployeeField<Values extends FieldValues, Output>({
  colleagues,
  ...binding
}: EmployeeFieldProps<Values, Output>): ReactElement {
  const { t } = useLingui();
  const field = useFormField(binding);
  const { ref, onChange, errorMessage } = field;
  const value = field.value as Employee | null;
  const { actor } = useStore();
  const [search, setSearch] = useState('');
  const [hasActed, setActed] = useState(false);
  const choose = (employee: Employee | null): void => {
    setActed(true);
    setSearch('');
    onChange(employee);
  };
  const detailsOf = (employee: Employee): string => {
    const languageName = languageLabels[employee.language];
    const meLabel = employee.id === actor.user_id ? t`me` : '';
    return [meLabel, employee.city, languageName ? t(languageName) : ''].filter(Boolean).join(', ');
  };
  if (value) {
    return (
      <FieldGroup label={<Trans context="new assignee">To</Trans>}>
        <List>
          <Row
            leading={<Avatar name={value.name} id={value.id} size="s" />}
            title={value.name}
            subtitle={detailsOf(value)}
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
  const matches = nameOrPhoneMatcher(search);
  const matchingEmployees = (colleagues ?? []).filter(({ name }) => matches(name, null));
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
      {matchingEmployees.length > 0 && (
        <List aria-label={t`Employees`}>
          {matchingEmployees.slice(0, MAX_EMPLOYEES).map((employee) => (
            <Row
              key={employee.id}
              leading={<Avatar name={employee.name} id={employee.id} size="s" />}
              title={employee.name}
              subtitle={detailsOf(employee)}
              onPress={() => choose(employee)}
            />
          ))}
        </List>
      )}
      {colleagues?.length === 0 && (
        <small>
          <Trans>Employees haven't synced to this device yet. They will appear when you are online.</Trans>
        </small>
      )}
      {colleagues && colleagues.length > 0 && matchingEmployees.length === 0 && (
        <small>
          <Trans>No matches.</Trans>
        </small>
      )}
    </FieldGroup>
  );
}
