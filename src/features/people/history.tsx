import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLink, ChipLinks } from '../../ui/chip-links.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import styles from './people.module.css';
import { savedCompletedTasksTime } from './person-queries.ts';
import { timelineKinds, type TimelineKind } from './search-params.ts';
import { savedTimeline } from './timeline.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useFetched } from '../../hooks/use-fetched.ts';

const PAGE_SIZE = 30;

function useKinds(): Record<TimelineKind, string> {
  const { t } = useLingui();
  return {
    calls: t`Calls and visits`,
    tasks: t`Tasks`,
    notes: t`Notes`,
    requests: t`Requests`,
    changes: t`Changes`,
  };
}

interface HistoryProps {
  id: string;
  /** Whether the person is assigned to the user, in which case the history is on this device. */
  isMine: boolean;
}

/** Fetches completed tasks that are not on this device: older ones, and those of other employees. */
function DoneTasks({ id }: { id: string }): ReactElement {
  const { db } = useStore();
  const at = useLiveQuery(async () => savedCompletedTasksTime(db, id), [db, id]);
  const fetching = useFetched(id, () => sync.account('fetchFinishedTasks', id));
  return (
    <>
      {at === null && fetching.done?.ok === false && (
        <small>
          <Trans>Tasks of other employees are not on this device.</Trans>
        </small>
      )}
      <FetchStatus at={at ?? null} fetching={fetching} />
    </>
  );
}

/** The complete timeline of a person, latest first, with the filter in the URL. */
export function History({ id, isMine }: HistoryProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const now = useNow('minute');
  const kindLabels = useKinds();
  const { from, show: kind = null } = useSearch({ from: '/_member/_staff/user/view-details/$personId' });
  const place = { to: '/user/view-details/$personId', params: { personId: id } } as const;
  const [limit, setLimit] = useState(PAGE_SIZE);
  const savedItems = useLiveQuery(
    async () => ({ kind, ...(await savedTimeline(db, { id, limit, kind })) }),
    [db, id, limit, kind],
  );
  const timeline = savedItems?.kind === kind ? savedItems : undefined;
  return (
    <Section title={<Trans>History</Trans>}>
      <Stack gap="m">
        <ChipLinks aria-label={t`Filter history`}>
          <ChipLink {...place} search={{ from }} isCurrent={kind === null}>
            {t({ message: 'All', context: 'the whole history' })}
          </ChipLink>
          {timelineKinds.map((key) => (
            <ChipLink key={key} {...place} search={{ from, show: key }} isCurrent={kind === key}>
              {kindLabels[key]}
            </ChipLink>
          ))}
        </ChipLinks>
        {(kind === 'tasks' || (kind === null && !isMine)) && <DoneTasks id={id} />}
        {!timeline && <Skeleton rows={3} />}
        {timeline?.items.length === 0 && (
          <small>
            {kind === null ? <Trans>Nothing logged yet.</Trans> : <Trans>Nothing of this type on this device.</Trans>}
          </small>
        )}
        {timeline && timeline.items.length > 0 && (
          <List aria-label={t`History`}>
            {timeline.items.map((item) => (
              <TimelineRow key={`${item.kind} ${item.id}`} item={item} now={now} />
            ))}
          </List>
        )}
        {timeline?.hasMore && (
          <div className={styles.more}>
            <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  );
}
