import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { AdminUser } from '../../../contract/api-calls/admin.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { BlockConfirmation, UnblockExplanation } from '../../components/person/block-confirmation.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './admin.module.css';

/** Minimum length of the reason for blocking an account. */
const MIN_REASON = 5;
const MAX_REASON = 200;

interface BlockSheetProps {
  user: AdminUser;
  onClose: () => void;
  onSaved: () => void;
}

/**
 * A sheet with a field for the reason for blocking an account, and a notice that its sessions end. Unblocking needs no
 * reason.
 */
export function BlockSheet({ user, onClose, onSaved }: BlockSheetProps): ReactElement {
  const { t } = useLingui();
  const { isPending, error, run } = useOnlineAction();
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { id, is_blocked } = user;
  const name = personName(user);
  const isMissing = !is_blocked && reason.trim().length < MIN_REASON;
  const save = async (): Promise<void> => {
    setAsked(true);
    if (isMissing) return;
    const change = { is_blocked: !is_blocked, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    if (!(await run(() => sync.account('updateUser', id, change), t`User successfully updated`))) return;
    onSaved();
    onClose();
  };
  return (
    <BlockConfirmation
      name={name}
      isBlocked={is_blocked}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => void save()}
    >
      <div className={styles.form}>
        <p>
          {is_blocked ? (
            <UnblockExplanation />
          ) : (
            <Trans>
              All sessions end, and their devices lock within a minute of going online. Leads stay with {name} until a
              manager reassigns them.
            </Trans>
          )}
        </p>
        {!is_blocked && (
          <TextField
            label={t`Reason`}
            description={t`Kept in the audit log`}
            isRequired
            maxLength={MAX_REASON}
            value={reason}
            onChange={setReason}
            {...(isAsked && isMissing && { errorMessage: t`Write a little more` })}
          />
        )}
        {error && <ErrorNotice error={error} />}
      </div>
    </BlockConfirmation>
  );
}
