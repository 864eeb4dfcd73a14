import { Trans, useLingui } from '@lingui/react/macro';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs';
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import type { AdminUser } from '../../../contract/api-calls/admin.ts';
import { hasAccess, isAdmin } from '../../../contract/roles.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { LoginLinkSheet } from '../../components/person/login-link-sheet.tsx';
import { useFetched } from '../../hooks/use-fetched.ts';
import { useIsShown } from '../../hooks/use-is-shown.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import styles from './admin.module.css';
import { BlockSheet } from './block-sheet.tsx';
import { savedUser } from './queries.ts';
import { EditUserForm } from './user-form.tsx';
import { UserDetails } from './user-details.tsx';
import { userValuesOf, type UserValues } from './user-values.ts';

interface LoadedUser {
  user: AdminUser;
  values: UserValues;
}

/** Returns the account and its form values; unsaved changes are not replaced by newer values. */
function useLoadedUser(user: AdminUser | undefined, isDirty: boolean): LoadedUser | null {
  const [loaded, setLoaded] = useState<LoadedUser | null>(null);
  const load = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!user || (loaded?.user.id === user.id && isDirty)) return;
    const values = await userValuesOf(user);
    if (isCurrent()) setLoaded({ user, values });
  });
  // A re-read row is a new object even if nothing has changed, so the effect depends on id and revision.
  const version = user && `${user.id} ${user.rev}`;
  useEffect(() => {
    let isCurrent = true;
    void load(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [version]);
  return loaded && loaded.user.id === user?.id ? loaded : null;
}

interface ActionsProps {
  user: AdminUser;
  isOwn: boolean;
  isLast: boolean;
  onSaved: () => void;
}

function Actions({ user, isOwn, isLast, onSaved }: ActionsProps): ReactElement {
  const [sheet, setSheet] = useState<'block' | 'link' | null>(null);
  const isOffline = useSyncState()?.status.connection === 'offline';
  const isShown = useIsShown();
  const close = (): void => setSheet(null);
  const canLogIn = hasAccess(user) && !user.is_superuser && !isOwn;
  return (
    <>
      <ButtonRow>
        {canLogIn && (
          <Button
            variant="ghost"
            icon={<IconKey aria-hidden="true" />}
            isDisabled={isOffline}
            writes
            onPress={() => setSheet('link')}
          >
            <Trans>Login link</Trans>
          </Button>
        )}
        {canLogIn && (
          <LinkButton
            variant="ghost"
            icon={<IconEye aria-hidden="true" />}
            to="/staff-dashboard/view-as/$personId"
            params={{ personId: user.id }}
          >
            <Trans>View as</Trans>
          </LinkButton>
        )}
        {isShown({ to: '/main/admin/audit' }) && (
          <LinkButton
            variant="ghost"
            icon={<IconHistory aria-hidden="true" />}
            to="/main/admin/audit"
            search={{ target: user.id }}
          >
            <Trans>History</Trans>
          </LinkButton>
        )}
        {!isOwn && (
          <Button
            variant={user.is_blocked ? 'soft' : 'danger'}
            icon={user.is_blocked ? <IconLockOpen aria-hidden="true" /> : <IconLock aria-hidden="true" />}
            isDisabled={isOffline || (isLast && !user.is_blocked)}
            writes
            onPress={() => setSheet('block')}
          >
            {user.is_blocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
          </Button>
        )}
      </ButtonRow>
      {sheet === 'block' && <BlockSheet user={user} onClose={close} onSaved={onSaved} />}
      {sheet === 'link' && (
        <LoginLinkSheet person={user} onClose={close} makeLink={(id) => sync.account('makeLink', id)} />
      )}
    </>
  );
}

interface UserPanelProps {
  id: string;
  /** Number of superusers who can use the administration; undefined if it is not on this device. */
  admins: number | undefined;
  /** Called after the account was changed. */
  onSaved: () => void;
}

/** An account: its form while the device is online, otherwise the last fetched values. */
export function UserPanel({ id, admins, onSaved }: UserPanelProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const saved = useLiveQuery(async () => ({ id, found: await savedUser(db, id) }), [db, id]);
  const found = saved?.id === id ? saved.found : undefined;
  const fetching = useFetched(id, () => sync.account('fetchUser', id));
  const isOffline = useSyncState()?.status.connection === 'offline';
  const [isDirty, setDirty] = useState(false);
  const loaded = useLoadedUser(found?.user, isDirty);
  const isMissing = found === null && fetching.done !== undefined;
  if (isMissing) {
    const isUnknown = !fetching.done?.ok && fetching.done?.why === 'refused' && fetching.done.code === 'not_found';
    return (
      <EmptyState icon={<IconUserOff aria-hidden="true" />}>
        {isUnknown ? (
          <Trans>This account does not exist.</Trans>
        ) : (
          <Trans>This account hasn't synced to this device yet. You need to be online.</Trans>
        )}
      </EmptyState>
    );
  }
  if (!loaded) return <Skeleton rows={5} label={t`Loading`} />;
  const { user, values } = loaded;
  const isOwn = id === actor.user_id;
  const isLastAdmin = admins === 1 && isAdmin(user) && hasAccess(user);
  const isReadOnly = isOffline && !isDirty;
  return (
    <div className={styles.panel}>
      {isReadOnly && (
        <>
          <FetchStatus at={found?.at ?? null} fetching={fetching} />
          <UserDetails user={user} />
        </>
      )}
      {!isReadOnly && (
        <EditUserForm
          key={`${id} ${user.rev}`}
          user={user}
          initial={values}
          locks={{ isOwn, isLastAdmin }}
          onSaved={onSaved}
          onDirtyChange={setDirty}
        />
      )}
      <Actions user={user} isOwn={isOwn} isLast={isLastAdmin} onSaved={onSaved} />
    </div>
  );
}
