import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { timeIn } from '../../../../contract/zones.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './calendar.module.css';
import type { Move } from './use-move.ts';
import { useSlotText } from './use-save-move.ts';

export type MoveBarProps = { move: Move; zone: string; onSave: () => void; onCancel: () => void };

/**
 * The bar shown while a task is moved with the keyboard: announces the new time to screen readers, and ends the move.
 */
export function MoveBar({ move, zone, onSave, onCancel }: MoveBarProps): ReactElement {
  const slotText = useSlotText(zone);
  const start = slotText(move.times.start);
  const end = timeIn(zone, move.times.end);
  return (
    <div className={styles.moveBar} data-move-bar="true">
      <span role="status">
        <strong>{move.task.title}</strong> {`${start}–${end}`}
      </span>
      <small>
        <Trans>Arrows move by 15 minutes or a day, Enter saves, Esc cancels.</Trans>
      </small>
      <Button variant="ghost" small onPress={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button small writes onPress={onSave}>
        <Trans>Save</Trans>
      </Button>
    </div>
  );
}
