import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { useStore } from '../../cards/store-context.tsx';
import type { Address } from '../../cards/use-address.ts';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { ChipLinks } from '../../ui/chips.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './people.module.css';
import { savedTimeline, timelineKinds, type TimelineKind } from './timeline.ts';
import { TimelineRow } from './timeline-row.tsx';

const STEP = 30;

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

/** All that happened with somebody in one line of time, the latest first. The filter stands in the address. */
export function History({ id, address }: { id: string; address: Address }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const now = useNow('minute');
  const words = useKinds();
  const asked = address.get('show');
  const kind = timelineKinds.find((one) => one === asked) ?? null;
  const [limit, setLimit] = useState(STEP);
  const found = useLiveQuery(
    async () => ({ kind, ...(await savedTimeline(db, { id, limit, kind })) }),
    [db, id, limit, kind],
  );
  const shown = found?.kind === kind ? found : undefined;
  const chips = [
    { key: '', label: t`Everything`, href: address.href({ show: null }) },
    ...timelineKinds.map((key) => ({ key, label: words[key], href: address.href({ show: key }) })),
  ];
  return (
    <Section title={<Trans>History</Trans>}>
      <Stack gap="m">
        <ChipLinks aria-label={t`What of the history`} chips={chips} current={kind ?? ''} />
        {!shown && <Skeleton rows={3} />}
        {shown?.items.length === 0 && (
          <small>
            {kind === null ? (
              <Trans>Nothing has been written down yet.</Trans>
            ) : (
              <Trans>Nothing of this kind is on this phone.</Trans>
            )}
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
            <Button variant="ghost" onPress={() => setLimit(limit + STEP)}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  );
}
