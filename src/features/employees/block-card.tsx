import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { Employee } from '../../../contract/entities/employee.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from './employees.module.css';

/** The card that blocks or unblocks an employee. It needs a connection, since blocking must take effect at once. */
export function BlockCard({ employee: { id, name, is_blocked } }: { employee: Employee }): ReactElement {
  const { t } = useLingui();
  const { isPending, error, run } = useOnlineAction();
  const [isAsking, setAsking] = useState(false);
  const confirm = (): void => {
    const done = is_blocked ? t`Consultant unblocked successfully` : t`Consultant blocked successfully`;
    void run(() => sync.account('blockPerson', id, !is_blocked), done).then(() => setAsking(false));
  };
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>
        {is_blocked ? (
          <Trans>{name} can no longer log in. Their devices show no data and keep unsent changes.</Trans>
        ) : (
          <Trans>Their devices lock within a minute of going online and keep unsent changes.</Trans>
        )}
      </p>
      {error && <ErrorNotice error={error} />}
      <div>
        <Button variant={is_blocked ? 'soft' : 'danger'} writes onPress={() => setAsking(true)}>
          {is_blocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={is_blocked ? t`Unblock ${name}?` : t`Block ${name}?`}
        confirmLabel={is_blocked ? t`Unblock` : t`Block`}
        isDanger={!is_blocked}
        isPending={isPending}
      >
        {is_blocked ? (
          <Trans>
            Their devices unlock within a minute of going online. After a new login they send what they kept.
          </Trans>
        ) : (
          <Trans>
            Leads stay with {name} until you reassign them. Notes and results written before the block go to you.
          </Trans>
        )}
      </ConfirmDialog>
    </div>
  );
}
