import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { ErrorNotice } from '../error/error-notice.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './age.module.css';
import type { Fetching } from '../../hooks/use-fetched.ts';

/** Shows when a list was fetched, a button that refreshes it and, after a failure, the reason. */
export function FetchStatus({
  at,
  fetching: { done, again },
}: {
  at: string | null;
  fetching: Fetching;
}): ReactElement {
  const now = useNow('minute');
  const age = at && formatRecent(at, now);
  const press = (
    <Button small variant="plain" isPending={done === undefined} onPress={again}>
      <Trans>Refresh</Trans>
    </Button>
  );
  if (done && !done.ok) {
    return (
      <>
        <ErrorNotice error={done} action={press} />
        {age && (
          <small role="status">
            <Trans>As of {age}</Trans>
          </small>
        )}
      </>
    );
  }
  return (
    <div className={styles.age}>
      <small role="status">{age && <Trans>As of {age}</Trans>}</small>
      {age && press}
    </div>
  );
}
