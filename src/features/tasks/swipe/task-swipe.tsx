import { useLingui } from '@lingui/react/macro';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePlaceCall } from '../../../components/call/use-call.ts';
import { useWriteError } from '../../../forms/use-write-error.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { refuseInView } from '../../../lib/view-mode.ts';
import { toast } from '../../../ui/toast.ts';
import { calleeOf, startBeforeCall } from '../call-task.tsx';
import { useTaskSheets } from '../use-sheets.tsx';
import { useTaskActions } from '../use-task-actions.tsx';
import { isSameRow, swipeAction, type SwipeAction, type SwipedTask, readSwipedTask } from './swipe-actions.ts';
import styles from './task-swipe.module.css';
import { type SwipeSide, watchRowSwipes } from './watch-row-swipes.ts';

/** A row that a finger touches. */
interface Touch {
  row: HTMLElement;
  id: string;
}

/** The action that would run if the row were released. */
interface Offer {
  action: SwipeAction;
  side: SwipeSide;
  /** Whether the row has moved far enough for the action to run on release. */
  isArmed: boolean;
}

const linkIn = (row: Element): HTMLElement | null => row.querySelector<HTMLElement>('a[data-task]');

const icons = {
  start: IconPlayerPlay,
  resume: IconPlayerPlay,
  finish: IconCheck,
  call: IconPhone,
  reschedule: IconCalendar,
} satisfies Record<SwipeAction, unknown>;

function useSwipeLabel(): (action: SwipeAction) => string {
  const { t } = useLingui();
  return (action) => {
    switch (action) {
      case 'start':
        return t`Start`;
      case 'resume':
        return t`Resume`;
      case 'finish':
        return t`Finish`;
      case 'call':
        return t({ message: 'Call', context: 'verb' });
      case 'reschedule':
        return t`Reschedule`;
    }
  };
}

const actionTo = (task: SwipedTask | null, side: SwipeSide): SwipeAction | null => task && swipeAction(task, side);

/** Returns the sheet that a swipe opens, and a function that runs the action of a swipe. */
function useSwipeActions() {
  const { open, sheet } = useTaskSheets();
  const store = useStore();
  const actions = useTaskActions();
  const placeCall = usePlaceCall();
  const run = (action: SwipeAction, { task, number }: SwipedTask): void => {
    if (!task || refuseInView()) return;
    if (action === 'finish' || action === 'reschedule') open({ kind: action, task });
    else if (action !== 'call') actions.start(task);
    else if (number !== undefined) void placeCall(calleeOf(task, number), async () => startBeforeCall(store, task));
  };
  return { run, sheet };
}

/**
 * Lets a finger swipe the rows of tasks on the screen: to the right for the next step, to the left for a call or a new
 * time. Each action also has a button. If the task changes during the swipe, nothing is done.
 */
export function TaskSwipe(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const toastError = useWriteError();
  const { run, sheet } = useSwipeActions();
  const [touch, setTouch] = useState<Touch | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  // The task as it was when the finger touched its row; null while it is being read.
  const seen = useRef<SwipedTask | null>(null);
  const cancel = useRef<() => void>(() => {});
  // Each touch reads the task again, even if the row is the same.
  const current = useLiveQuery(async () => touch && readSwipedTask(db, touch.id), [db, touch]);
  const showChangedToast = (): void => void toast(t`The task has changed in the meantime. Nothing was done.`);
  const onCurrent = useEffectEvent((read: SwipedTask): void => {
    if (read.id !== touch?.id) return;
    seen.current ??= read;
    if (isSameRow(seen.current, read)) return;
    const isMoving = touch.row.dataset['swipe'] === 'moving';
    cancel.current();
    if (isMoving) showChangedToast();
  });
  useEffect(() => {
    if (current) onCurrent(current);
  }, [current]);
  const runChecked = async (action: SwipeAction, expected: SwipedTask): Promise<void> => {
    const now = await readSwipedTask(db, expected.id);
    if (isSameRow(expected, now)) run(action, now);
    else showChangedToast();
  };
  const onTouch = useEffectEvent((row: HTMLElement): void => {
    const id = linkIn(row)?.dataset['task'];
    seen.current = null;
    setOffer(null);
    setTouch(id === undefined ? null : { row, id });
  });
  const handleLost = useEffectEvent(showChangedToast);
  const onRun = useEffectEvent((side: SwipeSide): void => {
    const action = actionTo(seen.current, side);
    if (action && seen.current) void runChecked(action, seen.current).catch(toastError);
  });
  useEffect(() => {
    const watch = watchRowSwipes({
      rowAt: (element) => {
        const row = element.closest('li');
        return row && linkIn(row) && row;
      },
      onTouch: (row) => onTouch(row),
      hasAction: (side) => actionTo(seen.current, side) !== null,
      onMove: (side, isArmed) => {
        const action = side && actionTo(seen.current, side);
        setOffer(action && { action, side, isArmed });
      },
      onRun: (side) => onRun(side),
      onLost: () => handleLost(),
    });
    ({ cancel: cancel.current } = watch);
    return watch.stop;
  }, []);
  const onGone = (): void => {
    delete touch?.row.dataset['swipe'];
    setOffer(null);
  };
  return (
    <>
      {touch && offer && createPortal(<SwipeHint {...offer} onGone={onGone} />, touch.row)}
      {sheet}
    </>
  );
}

/**
 * Shows the action of a swipe in the space beside the moved row, as long as there is such a space. It is hidden from
 * screen readers, because the buttons of the row have the same names.
 */
function SwipeHint({ action, side, isArmed, onGone }: Offer & { onGone: () => void }): ReactElement {
  const label = useSwipeLabel()(action);
  const Icon = icons[action];
  return (
    <div
      aria-hidden="true"
      className={styles.hint}
      data-side={side}
      data-armed={isArmed}
      data-action={action}
      onAnimationEnd={onGone}
    >
      <Icon />
      <span>{label}</span>
    </div>
  );
}
