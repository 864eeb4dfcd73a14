import { Trans } from '@lingui/react/macro';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { AccountView } from '../../../contract/entities/account-view.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent, formatTime } from '../../lib/dates.ts';
import { AvatarIcon } from '../../ui/avatar.tsx';
import { Section } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { LoadingPart } from '../../ui/states.tsx';

function ViewRow({ view, now }: { view: AccountView; now: number }): ReactElement {
  const { viewer_name, started_at, ended_at, expires_at } = view;
  const started = formatRecent(started_at, now);
  const ended = formatTime(ended_at ?? expires_at);
  const isOpen = ended_at === null && Date.parse(expires_at) > now;
  return (
    <Row
      leading={
        <AvatarIcon>
          <IconEye />
        </AvatarIcon>
      }
      title={viewer_name}
      subtitle={
        isOpen ? (
          <Trans>Since {started}</Trans>
        ) : (
          <Trans>
            {started} to {ended}
          </Trans>
        )
      }
    />
  );
}

/** Lists the users who have viewed the app as this user, with times. Renders nothing if there are none. */
export function AccountViews({ now }: { now: number }): ReactElement | null {
  const { db } = useStore();
  const views = useLiveQuery(async () => db.account_views.orderBy('started_at').reverse().toArray(), [db]);
  if (!views) return <LoadingPart />;
  if (views.length === 0) return null;
  return (
    <Section title={<Trans>Viewed by</Trans>}>
      <p>
        <small>
          <Trans>Managers and administrators who saw the app as you see it. They could not change anything.</Trans>
        </small>
      </p>
      <List>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} now={now} />
        ))}
      </List>
    </Section>
  );
}
