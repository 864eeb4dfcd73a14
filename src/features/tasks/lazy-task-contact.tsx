import { lazy, type ReactNode, Suspense } from 'react';
import type { TaskContactProps } from './contact-button.tsx';
import { isClosed } from './groups.ts';
import styles from './task-contact.module.css';

// The button is loaded lazily, so that the first rows do not wait for its code. Space is reserved for it.
const TaskContact = lazy<(props: TaskContactProps) => ReactNode>(() =>
  import('./task-contact.tsx').then(
    (loaded) => ({ default: loaded.TaskContact }),
    () => ({ default: () => null }),
  ),
);

/** The button of an open task that calls the linked person, shows the way to a visit or opens a message app. */
export function LazyTaskContact(props: TaskContactProps): ReactNode {
  const { linked_user_id, contact_id, place, type } = props.task;
  const target = linked_user_id ?? contact_id ?? (type === 'meet' && place);
  if (!target || isClosed(props.task)) return null;
  return (
    <div className={props.look === 'round' ? styles.round : styles.wide}>
      <Suspense>
        <TaskContact {...props} />
      </Suspense>
    </div>
  );
}
