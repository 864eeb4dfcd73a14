import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconSquareCheck from '@tabler/icons-react/dist/esm/icons/IconSquareCheck.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import IconUserSearch from '@tabler/icons-react/dist/esm/icons/IconUserSearch.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Notification, NotificationKind } from '../../../contract/entities/notification.ts';
import { Screen } from '../../components/app/screen.tsx';
import { savedNotifications } from '../../db/queries/notifications.ts';
import { useKeptFocus } from '../../hooks/use-kept-focus.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { formatAgo } from '../../lib/intl-formats.ts';
import { log } from '../../lib/log.ts';
import { AvatarIcon } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { markOpenedNotification, markNotificationsRead } from './actions.ts';
import styles from './inbox.module.css';
import { kindLabels, targetLink } from './labels.ts';

const icons: Record<NotificationKind, typeof IconBell> = {
  lead_assigned: IconUserSearch,
  lead_withdrawn: IconUserSearch,
  lead_returning: IconUserSearch,
  lead_returned: IconUserSearch,
  people_imported: IconUserSearch,
  ticket_answered: IconTicket,
  ticket_replied: IconTicket,
  task_due: IconSquareCheck,
  task_overdue: IconSquareCheck,
  task_assigned: IconSquareCheck,
  handover_offered: IconArrowsExchange,
};

function NotificationRow({ notification, now }: { notification: Notification; now: number }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { kind, by_name, created_at, read_at, count } = notification;
  const label = t(kindLabels[kind]);
  const title =
    kind === 'people_imported' && count
      ? t`${plural(count, { one: '# new person for you', other: '# new people for you' })}`
      : notification.title || label;
  const about = kind === 'people_imported' ? t`Import of ${notification.title}` : label;
  const Icon = icons[kind];
  return (
    <RowLink
      {...targetLink(notification)}
      onClick={() => markOpenedNotification(store, notification)}
      leading={
        <AvatarIcon>
          <Icon />
        </AvatarIcon>
      }
      title={title}
      subtitle={by_name === '' ? about : `${about} · ${by_name}`}
      meta={<small>{formatAgo(created_at, now)}</small>}
      wrapTitle
      {...(read_at === null && {
        badge: (
          <Badge tone="info">
            <Trans>New</Trans>
          </Badge>
        ),
      })}
    />
  );
}

function NoNotifications(): ReactElement {
  const status = useSyncState()?.status;
  return (
    <EmptyState icon={<IconBell aria-hidden="true" />}>
      {status?.last_fetched_at ? (
        <Trans>No notifications yet.</Trans>
      ) : (
        <Trans>Notifications haven't synced to this device yet.</Trans>
      )}
    </EmptyState>
  );
}

function MarkAllRead({ notifications }: { notifications: readonly Notification[] }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const mark = (): void => {
    markNotificationsRead(store, notifications).catch((error: unknown) => {
      log.warn('the notifications were not marked as read', error);
      toast(t`An error occurred`, { tone: 'error' });
    });
  };
  return (
    <div>
      <Button small variant="soft" onPress={mark}>
        <Trans>Mark all read</Trans>
      </Button>
    </div>
  );
}

/**
 * /inbox: notifications about actions of others that concern the user and about due work, newest first. Uses only data
 * on this device.
 */
export function InboxScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const now = useNow('minute');
  const notifications = useLiveQuery(async () => savedNotifications(db), [db]);
  const keptFocusRef = useKeptFocus<HTMLDivElement>();
  const unread = notifications?.filter(({ read_at }) => read_at === null).length ?? 0;
  return (
    <Screen
      title={t`Notifications`}
      subtitle={unread > 0 ? <Plural value={unread} one="# unread" other="# unread" /> : <></>}
      narrow
    >
      <div ref={keptFocusRef} className={styles.list}>
        {!notifications && <Skeleton leading="circle" />}
        {notifications?.length === 0 && <NoNotifications />}
        {notifications && unread > 0 && <MarkAllRead notifications={notifications} />}
        {notifications && notifications.length > 0 && (
          <List aria-label={t`Notifications`}>
            {notifications.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} now={now} />
            ))}
          </List>
        )}
      </div>
    </Screen>
  );
}
