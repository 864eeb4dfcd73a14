import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import type { Receipt } from '../../db/outbox/entry.ts';
import { formatDate, formatDateTime, formatTime, daysLater } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { LoadingPart } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { savedReceipts } from './queries.ts';
import { useWriteTitle } from './use-write-title.ts';

const LazyDetails = lazy(() => import('./details-sheet.tsx').then(({ DetailsSheet }) => ({ default: DetailsSheet })));

/** Number of rows shown at first: users check their last changes, and rarely need earlier ones. */
const FIRST_ROWS = 3;
/** Number of rows added with each press. */
const PAGE_SIZE = 20;

function Day({ at, now }: { at: string; now: number }): ReactElement {
  const day = formatDate(at);
  if (day === formatDate(now)) return <Trans>Today</Trans>;
  if (day === formatDate(daysLater(now, -1))) return <Trans>Yesterday</Trans>;
  return <>{day}</>;
}

interface DayListProps {
  lines: readonly Receipt[];
  now: number;
  onOpen: (line: Receipt) => void;
}

function DayList({ lines, now, onOpen }: DayListProps): ReactElement | null {
  const { t } = useLingui();
  const titleOf = useWriteTitle();
  const first = lines[0];
  if (!first) return null;
  const day = formatDate(first.server_time);
  return (
    <Section level={3} title={<Day at={first.server_time} now={now} />} end={lines.length}>
      <List aria-label={t`Sent ${day}`}>
        {lines.map((line) => {
          const isSameDay = formatDate(line.at_client) === day;
          const written = isSameDay ? formatTime(line.at_client) : formatDateTime(line.at_client);
          const sent = formatTime(line.server_time);
          return (
            <Row
              key={line.op_id}
              title={titleOf(line)}
              wrapTitle
              subtitle={<Trans>Written {written}</Trans>}
              badge={
                <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
                  <Trans>Sent {sent}</Trans>
                </Badge>
              }
              onPress={() => onOpen(line)}
            />
          );
        })}
      </List>
    </Section>
  );
}

/** Lists the receipts of sent writes by day, for 90 days: what the server accepted, and when. */
export function RecentlySent(): ReactElement | null {
  const { db } = useStore();
  const now = useNow('minute');
  const [limit, setLimit] = useState(FIRST_ROWS);
  const [open, setOpen] = useState<Receipt | null>(null);
  const lines = useLiveQuery(async () => savedReceipts(db, limit + 1), [db, limit]);
  if (!lines) return <LoadingPart />;
  if (lines.length === 0) return null;
  const days = Map.groupBy(lines.slice(0, limit), (line) => formatDate(line.server_time));
  return (
    <Section title={<Trans>Sent</Trans>} end={<Trans>kept for 90 days</Trans>}>
      <Stack gap="m">
        {[...days].map(([day, own]) => (
          <DayList key={day} lines={own} now={now} onOpen={setOpen} />
        ))}
        {lines.length > limit && (
          <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
            <Trans>Show older</Trans>
          </Button>
        )}
      </Stack>
      {open && (
        <Suspense>
          <LazyDetails entry={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Section>
  );
}
