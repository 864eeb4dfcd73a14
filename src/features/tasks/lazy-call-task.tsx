import { lazy, type ReactNode, Suspense } from 'react';
import type { CallTaskProps } from './call-task.tsx';
import { isClosed } from './groups.ts';
import styles from './tasks.module.css';

// The call button is loaded lazily, so that the first rows do not wait for its code. Space is reserved for it.
const CallTask = lazy<(props: CallTaskProps) => ReactNode>(() =>
  import('./call-task.tsx').then(
    (loaded) => ({ default: loaded.CallTask }),
    () => ({ default: () => null }),
  ),
);

/** The call button of an open call task with a known person. */
export function LazyCallTask(props: CallTaskProps): ReactNode {
  const { type, linked_user_id, contact_id } = props.task;
  if (type !== 'call' || isClosed(props.task) || (linked_user_id ?? contact_id) === null) return null;
  return (
    <div className={props.look === 'round' ? styles.callPlace : styles.callBar}>
      <Suspense>
        <CallTask {...props} />
      </Suspense>
    </div>
  );
}
