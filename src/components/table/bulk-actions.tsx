import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { BulkBar } from './bulk-bar.tsx';

/** An action on the selected rows. */
export interface TableAction<Row> {
  key: string;
  label: string;
  icon: ReactNode;
  /** The letter key that starts the action. */
  letter: string;
  onPress: (rows: readonly Row[]) => void;
}

/** The actions on the selected rows, and the accessible name of their toolbar. */
export interface BulkOptions<Row> {
  label: string;
  actions: readonly TableAction<Row>[];
}

interface BulkActionsProps<Row> extends BulkOptions<Row> {
  rows: readonly Row[];
  onClear: () => void;
  /** Further buttons of the toolbar. */
  children?: ReactNode;
}

/** The toolbar with the actions on the selected rows. */
export function BulkActions<Row>({ label, actions, rows, onClear, children }: BulkActionsProps<Row>): ReactElement {
  return (
    <BulkBar aria-label={label} count={rows.length} onClear={onClear}>
      {actions.map(({ key, label: text, icon, letter, onPress }, index) => (
        <Button
          key={key}
          small
          variant={index === 0 ? 'primary' : 'ghost'}
          icon={icon}
          aria-keyshortcuts={letter}
          isDisabled={rows.length === 0}
          writes
          onPress={() => onPress(rows)}
        >
          {text}
        </Button>
      ))}
      {children}
    </BulkBar>
  );
}
