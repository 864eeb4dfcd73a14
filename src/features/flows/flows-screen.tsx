import { Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { FlowCard } from './flow-card.tsx';
import styles from './flows.module.css';
import { savedFlowList, type FlowList } from './queries.ts';
import { useLandingUrl } from './use-landing-url.ts';

const route = getRouteApi('/_member/flows');

function NewFlowLink(): ReactElement {
  return (
    <LinkButton to="/flows/new" writes icon={<IconPlus aria-hidden="true" />}>
      <Trans>New flow</Trans>
    </LinkButton>
  );
}

/** Shown instead of the list if there are no flows, or if none are synced yet. */
function NoFlows({ isArchive }: { isArchive: boolean }): ReactElement {
  const status = useSyncState()?.status;
  const icon = <IconWorld aria-hidden="true" />;
  if (isArchive)
    return (
      <EmptyState icon={icon}>
        <Trans>The archive is empty.</Trans>
      </EmptyState>
    );
  if (status && status.last_fetched_at === null)
    return (
      <EmptyState icon={icon}>
        {status.connection === 'offline' ? (
          <Trans>Flows haven't synced to this device yet. They will appear when you are online.</Trans>
        ) : (
          <Trans>Syncing flows to this device.</Trans>
        )}
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} action={<NewFlowLink />}>
      <Trans>
        A flow is a page of your own that invites people, such as to an open evening or a free course. You can build it
        here, also offline.
      </Trans>
    </EmptyState>
  );
}

/** Shows how old the figures are, and how many flows the user may have. */
function ListHead({ list }: { list: FlowList }): ReactElement {
  const now = useNow('minute');
  const at = useSyncState()?.status.last_fetched_at;
  const time = at && formatRecent(at, now);
  const { limit } = list;
  const count = list.cards.length;
  return (
    <div className={styles.usage}>
      <small>{time ? <Trans>As of {time}, last 30 days</Trans> : <Trans>Last 30 days</Trans>}</small>
      <small>
        <Trans>
          {count} of {limit}
        </Trans>
      </small>
    </div>
  );
}

/** /flows: the user's landing pages with their figures. */
export function FlowsScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const { show } = route.useSearch();
  const list = useLiveQuery(async () => savedFlowList(db, actor.user_id), [db, actor.user_id]);
  useLandingUrl(list);
  const isArchive = show === 'archived';
  const cards = list?.cards.filter(({ flow }) => (flow.state === 'archived') === isArchive) ?? [];
  const archivedCount = list?.cards.filter(({ flow }) => flow.state === 'archived').length ?? 0;
  const isFull = list !== undefined && list.cards.length >= list.limit;
  return (
    <Screen title={t`Flows`} {...(!isFull && { action: <NewFlowLink /> })}>
      {!list && <Skeleton leading="cover" />}
      {list && list.cards.length > 0 && <ListHead list={list} />}
      {list && (archivedCount > 0 || isArchive) && (
        <ChipLinks aria-label={t`Flows`}>
          <ChipLink to="/flows" isCurrent={!isArchive} count={list.cards.length - archivedCount}>
            <Trans>In use</Trans>
          </ChipLink>
          <ChipLink to="/flows" search={{ show: 'archived' }} isCurrent={isArchive} count={archivedCount}>
            <Trans>Archived</Trans>
          </ChipLink>
        </ChipLinks>
      )}
      {list && cards.length === 0 && <NoFlows isArchive={isArchive} />}
      {list && cards.length > 0 && (
        <ul className={styles.grid} role="list" aria-label={t`Flows`}>
          {cards.map((card) => (
            <FlowCard key={card.flow.id} card={card} baseUrl={list.baseUrl} isFull={isFull} now={now} />
          ))}
        </ul>
      )}
      {isFull && (
        <p className={styles.full}>
          <Trans>You have reached the limit of {list.limit} flows. Delete one to create another.</Trans>
        </p>
      )}
      {!isFull && cards.length > 0 && (
        <FabLink to="/flows/new" writes icon={<IconPlus aria-hidden="true" />}>
          <Trans>New flow</Trans>
        </FabLink>
      )}
    </Screen>
  );
}
