import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { type DecidedLeads, savedDecidedLeads, withDecidedLeads } from '../../db/queries/waiting-leads.ts';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { useFetched } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { staffKeys, WAITING_LEADS_PER_PAGE } from '../../lib/cached-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Filters, noFilters, type ListProps } from './filters.tsx';
import styles from './leads.module.css';
import { DailyLimit } from './limit.tsx';
import { savedWaitingLeads, type WaitingList as WaitingListData } from './waiting-queries.ts';
import { NoLeads } from './states.tsx';
import { TakeSheet } from '../../components/lead/take-sheet.tsx';
import { OwnLeadRow } from '../../components/lead/own-lead-row.tsx';
import { TakeRow } from '../../components/lead/waiting-row.tsx';

const WaitingTable = lazy(async () => ({ default: (await import('./waiting-table.tsx')).WaitingTable }));

/** Shows how many leads wait, and how many of them are listed if the device does not have all. */
function Count({ list: { rows, count, further } }: { list: WaitingListData }): ReactElement {
  const { i18n } = useLingui();
  if (!further) return <Plural value={count} one="# lead waiting" other="# leads waiting" />;
  const [here, all] = [i18n.number(Math.max(further.mirrored, rows.length)), i18n.number(count)];
  if (further.at === null) return <Trans>{here} of the leads that have waited longest</Trans>;
  return (
    <Trans>
      {here} of {all} waiting, oldest first
    </Trans>
  );
}

/**
 * Lists the waiting leads, longest waiting first, each with a Take button. While offline, pressing the button queues a
 * request. Leads that are not on this device are fetched while the list is open.
 */
export function WaitingList({ search, onChange }: ListProps): ReactElement {
  const { db, actor } = useStore();
  const { language, country } = search;
  const hasTable = useHasTable();
  const [limit, setLimit] = useState(WAITING_LEADS_PER_PAGE);
  const [leadToTake, setLeadToTake] = useState<WaitingLead | null>(null);
  const [taken, setTaken] = useState<readonly WaitingLead[]>([]);
  // One query reads the waiting and the taken leads. With two queries, a taken lead could disappear before its row
  // shows that it was taken, and the row would lose the focus.
  const list = useLiveQuery(async () => {
    const waiting = await savedWaitingLeads(db, { language, country }, limit);
    const isOwn = (person: Person): boolean => person.responsible_id === actor.user_id;
    const decided = await savedDecidedLeads(db, taken, isOwn, waiting.rows);
    return { ...waiting, ...decided, shown: withDecidedLeads(waiting.rows, taken, decided) };
  }, [db, actor.user_id, taken, language, country, limit]);
  const further = list?.further ?? null;
  const query = further && { page: further.page, language: language ?? '', country: country ?? '' };
  const fetching = useFetched(query && staffKeys.waitingLeads(query), async () =>
    query ? sync.account('fetchWaitingLeads', query) : { ok: true },
  );
  const isFetching = further !== null && fetching.done === undefined;
  const isEmpty = list?.count === 0 && list.shown.length === 0;
  const filters = <Filters search={search} onChange={onChange} choices={list?.choices} hasStatus={false} />;
  const count = <small role="status">{list && <Count list={list} />}</small>;
  const empty = isFetching ? (
    <Skeleton />
  ) : (
    <NoLeads
      icon={<IconHourglass aria-hidden="true" />}
      isFiltered={(list?.total ?? 0) > 0}
      onClear={() => onChange(noFilters)}
    >
      <Trans>No leads are waiting.</Trans>
    </NoLeads>
  );
  return (
    <Stack gap="m">
      {!hasTable && (
        <>
          {filters}
          <div className={styles.row}>
            {count}
            <DailyLimit />
          </div>
          {isEmpty && empty}
        </>
      )}
      {!list && <Skeleton />}
      {hasTable && list && (
        <Suspense fallback={<Skeleton rows={8} />}>
          <WaitingTable
            {...{ filters, empty }}
            count={
              <>
                {count}
                <DailyLimit />
              </>
            }
            leads={list.shown}
            badges={list.badges}
            decided={list}
            onTake={setLeadToTake}
          />
        </Suspense>
      )}
      {!hasTable && list && list.shown.length > 0 && <WaitingCards list={list} onTake={setLeadToTake} />}
      {further && <FetchStatus at={further.at} fetching={fetching} />}
      {list?.hasMore && (
        <div className={styles.more}>
          <Button
            variant="ghost"
            isPending={isFetching && list.rows.length < limit}
            onPress={() => setLimit(limit + WAITING_LEADS_PER_PAGE)}
          >
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      {leadToTake && (
        <TakeSheet
          lead={leadToTake}
          onClose={() => setLeadToTake(null)}
          onRequested={async () =>
            setTaken((before) => [...before.filter(({ id }) => id !== leadToTake.id), leadToTake])
          }
        />
      )}
    </Stack>
  );
}

interface WaitingCardsProps {
  list: DecidedLeads & Pick<WaitingListData, 'badges'> & { shown: readonly WaitingLead[] };
  onTake: (lead: WaitingLead) => void;
}

/** The waiting leads as cards, for a phone. */
function WaitingCards({ list: { shown, kept, arriving, badges }, onTake }: WaitingCardsProps): ReactElement {
  const { t } = useLingui();
  return (
    <List aria-label={t`Waiting leads`}>
      {shown.map((lead) => {
        const person = kept.get(lead.id);
        if (person) return <OwnLeadRow key={lead.id} person={person} />;
        const badge = badges.get(lead.id);
        const isArriving = arriving.has(lead.id);
        return <TakeRow key={lead.id} {...{ lead, badge, isArriving }} onTake={() => onTake(lead)} />;
      })}
    </List>
  );
}
