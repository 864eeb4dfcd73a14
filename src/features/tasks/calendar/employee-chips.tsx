import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './calendar.module.css';
import { MAX_EMPLOYEES, toggleEmployee } from './employees.ts';

export interface EmployeeChipsProps {
  employees: ReadonlyMap<string, string>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Chips that choose the employees whose tasks are shown, each with a colour. */
export function EmployeeChips({ employees, chosen, onChange }: EmployeeChipsProps): ReactElement {
  const { t } = useLingui();
  return (
    <div role="group" className={styles.employees} aria-label={t`Employees`}>
      {[...employees].map(([id, name]) => {
        const index = chosen.indexOf(id);
        return (
          <Button
            key={id}
            small
            variant={index === -1 ? 'ghost' : 'soft'}
            aria-pressed={index !== -1}
            isDisabled={index === -1 && chosen.length >= MAX_EMPLOYEES}
            icon={index === -1 ? null : <span className={styles.stripe} data-owner={index} />}
            onPress={() => onChange(toggleEmployee(chosen, id))}
          >
            {name}
          </Button>
        );
      })}
    </div>
  );
}
