import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useRef, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { attempt } from '../../lib/attempt.ts';
import { toast } from '../../ui/toast.ts';
import type { UsersSearch } from './search-params.ts';
import { UserForm } from './user-form.tsx';
import { emptyUser, newAccountFields } from './user-values.ts';
import styles from './admin.module.css';

/** The form of a new account. It has no password field: the owner gets an email or a login link to set one. */
export function NewUserPanel({ search, onSaved }: { search: UsersSearch; onSaved: () => void }): ReactElement {
  const { t } = useLingui();
  const { newId } = useStore();
  const { language } = useApp().preferences;
  const navigate = useNavigate();
  // The idempotency key: a request that is repeated after a lost response creates no second account.
  const [key, setKey] = useState(newId);
  const created = useRef('');
  return (
    <div className={styles.panel}>
      <p>
        <Trans>
          With an email address, the new person gets a link to set a password. Without one, create a login link
          afterwards.
        </Trans>
      </p>
      <UserForm
        user={null}
        initial={emptyUser(language)}
        locks={{ isOwn: false, isLastAdmin: false }}
        submitLabel={<Trans>Create user</Trans>}
        save={async (fields) => {
          const result = await attempt(() => sync.account('createUser', newAccountFields(fields), key));
          if (!result.ok) {
            // For the same key, the server would repeat its stored rejection, so the corrected request needs a new key.
            if (result.why === 'refused') setKey(newId());
            return result;
          }
          created.current = result.id;
          return null;
        }}
        onSaved={() => {
          toast(t`User successfully created`, { tone: 'ok' });
          onSaved();
          void navigate({ to: '/main/admin/users/edit/$userId', params: { userId: created.current }, search });
        }}
      />
    </div>
  );
}
