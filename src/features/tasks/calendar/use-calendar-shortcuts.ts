import { useLingui } from '@lingui/react/macro';
import { useShortcuts } from '../../../hooks/shortcuts.ts';

export interface CalendarActions {
  today: () => void;
  back: () => void;
  forward: () => void;
  /** Adds a task at the focused day or task. */
  add: () => void;
  /** Moves the focused or the selected task. */
  move: () => void;
  /** Starts the focused or the selected task. */
  start: () => void;
}

/** The keyboard shortcuts of the calendar grid. */
export function useCalendarShortcuts({ today, back, forward, add, move, start }: CalendarActions): void {
  const { t } = useLingui();
  useShortcuts('screen', [
    { keys: ['t'], label: t`Today`, run: today },
    { keys: ['arrowleft'], label: t`Earlier`, run: back },
    { keys: ['arrowright'], label: t`Later`, run: forward },
    { keys: ['n'], label: t`New task`, run: add },
    { keys: ['m'], label: t`Move the task`, run: move },
    { keys: ['s'], label: t`Start the task`, run: start },
  ]);
}
