import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { failureText } from '../error/error-messages.ts';
import { ErrorNotice } from '../error/error-notice.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './age.module.css';
import { isNotOffered, type Fetching } from '../../hooks/use-fetched.ts';

export interface FetchStatusProps {
  at: string | null;
  fetching: Fetching;
  /**
   * Whether the component is in a line with other controls. While offline, it then shows a short text instead of a
   * notice.
   */
  isInLine?: boolean;
}

/**
 * Shows when a list was fetched, a button that refreshes it and, after a failure, the reason. There is no button if the
 * server does not offer the list.
 */
export function FetchStatus({ at, fetching, isInLine = false }: FetchStatusProps): ReactElement {
  const { t } = useLingui();
  const { done, again } = fetching;
  const now = useNow('minute');
  const age = at && formatRecent(at, now);
  const refreshButton = !isNotOffered(done) && (
    <Button small variant="plain" isPending={done === undefined} onPress={again}>
      <Trans>Refresh</Trans>
    </Button>
  );
  const failure = done && !done.ok ? done : null;
  const isShort = isInLine && age !== null && failure?.why === 'offline';
  if (failure && !isShort) {
    return (
      <>
        <ErrorNotice error={failure} action={refreshButton} />
        {age && (
          <small role="status">
            <Trans>As of {age}</Trans>
          </small>
        )}
      </>
    );
  }
  return (
    <div className={styles.age} data-in-line={isInLine}>
      <small role="status" className={styles.text}>
        {isShort && <span className={styles.offline}>{t(failureText(failure).title)}</span>}
        {age && (
          <span>
            <Trans>As of {age}</Trans>
          </span>
        )}
      </small>
      {age && refreshButton}
    </div>
  );
}
