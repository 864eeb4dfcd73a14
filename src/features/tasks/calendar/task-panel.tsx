import { Trans, useLingui } from '@lingui/react/macro';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useId } from 'react';
import { useShortcuts } from '../../../hooks/shortcuts.ts';
import { useFocusReturn } from '../../../hooks/use-focus-return.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { savedTaskRecord } from '../list-queries.ts';
import { TaskView } from '../task-view.tsx';
import type { TaskSheets } from '../use-sheets.tsx';
import styles from './calendar.module.css';
import { isMovable } from './moves.ts';
import { FreeTimeSuggestions } from './move-to.tsx';

export type TaskPanelProps = { id: string; sheets: TaskSheets; now: number; onClose: () => void };

/** The panel of the selected task, with suggested free times. */
export function TaskPanel({ id, sheets, now, onClose }: TaskPanelProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const titleId = useId();
  const element = useFocusReturn(() => document.querySelector<HTMLElement>(`[data-stop$="/${CSS.escape(id)}"]`));
  const loaded = useLiveQuery(async () => ({ id, ...(await savedTaskRecord(db, id)) }), [db, id]);
  const record = loaded?.id === id ? loaded : undefined;
  useShortcuts('screen', [{ keys: ['escape'], label: t`Close the task`, run: onClose }]);
  const task = record?.task;
  return (
    <aside ref={element} className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.panelHead}>
        <h2 id={titleId}>{task?.title ?? t`Task`}</h2>
        <IconButton aria-label={t`Close`} onPress={onClose}>
          <IconX aria-hidden="true" />
        </IconButton>
      </div>
      {!record && <Skeleton leading="none" />}
      {record && !task && (
        <EmptyState>
          <Trans>This task is not on this device.</Trans>
        </EmptyState>
      )}
      {task && (
        <TaskView
          task={task}
          badge={record.badge}
          sheets={sheets}
          now={now}
          extra={
            isMovable(task) && (
              <FreeTimeSuggestions task={task} now={now} onPick={() => sheets.open({ kind: 'reschedule', task })} />
            )
          }
        />
      )}
    </aside>
  );
}
