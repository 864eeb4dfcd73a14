import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Address } from '../../hooks/use-address.ts';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLinks } from '../../ui/chips.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Age } from './age.tsx';
import styles from './people.module.css';
import { savedDoneAge } from './queries.ts';
import { savedTimeline, timelineKinds, type TimelineKind } from './timeline.ts';
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
  /** For an assigned person the history is on this device. */
  isMine: boolean;
  address: Address;
}

/** Fetches completed tasks that are not on this device: others' and older ones. */
function DoneTasks({ id }: { id: string }): ReactElement {
  const { db } = useStore();
  const at = useLiveQuery(() => savedDoneAge(db, id), [db, id]);
  const fetching = useFetched(id, () => sync.account('fetchFinishedTasks', id));
  return (
    <>
      {at === null && fetching.done?.ok === false && (
        <small>
          <Trans>Tasks of other employees are not on this device.</Trans>
        </small>
      )}
      <Age at={at ?? null} fetching={fetching} />
    </>
  );
}

/** The complete timeline of a person, latest first, with the filter in the URL. */
export function History({ id, isMine, address }: HistoryProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const now = useNow('minute');
  const words = useKinds();
  const asked = address.get('show');
  const kind = timelineKinds.find((one) => one === asked) ?? null;
  const [limit, setLimit] = useState(PAGE_SIZE);
  const found = useLiveQuery(
    async () => ({ kind, ...(await savedTimeline(db, { id, limit, kind })) }),
    [db, id, limit, kind],
  );
  const shown = found?.kind === kind ? found : undefined;
  const chips = [
    { key: '', label: t({ message: 'All', context: 'the whole history' }), href: address.href({ show: null }) },
    ...timelineKinds.map((key) => ({ key, label: words[key], href: address.href({ show: key }) })),
  ];
  return (
    <Section title={<Trans>History</Trans>}>
      <Stack gap="m">
        <ChipLinks aria-label={t`Filter history`} chips={chips} current={kind ?? ''} />
        {(kind === 'tasks' || (kind === null && !isMine)) && <DoneTasks id={id} />}
        {!shown && <Skeleton rows={3} />}
        {shown?.items.length === 0 && (
          <small>
            {kind === null ? <Trans>Nothing logged yet.</Trans> : <Trans>Nothing of this type on this device.</Trans>}
          </small>
        )}
        {shown && shown.items.length > 0 && (
          <List aria-label={t`History`}>
            {shown.items.map((item) => (
              <TimelineRow key={`${item.kind} ${item.id}`} item={item} now={now} />
            ))}
          </List>
        )}
        {shown?.hasMore && (
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
