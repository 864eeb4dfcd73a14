import { Trans, useLingui } from '@lingui/react/macro';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { ActionLogEntry } from '../../../contract/api-calls/people.ts';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { FetchStatus } from '../../components/app/age.tsx';
import { savedActionLog } from './person-queries.ts';
import { useActionLabel } from '../../components/audit/action-labels.ts';
import { isNotOffered, useFetched } from '../../hooks/use-fetched.ts';

/** Lists the actions on an account with their authors, fetched page by page from the server. */
export function ActionLog({ id }: { id: string }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const actionLabel = useActionLabel();
  const [page, setPage] = useState(1);
  const loaded = useLiveQuery(async () => ({ page, log: await savedActionLog(db, id, page) }), [db, id, page]);
  const fetching = useFetched(`${id} ${page}`, () => sync.account('fetchActionLog', id, page));
  const log = loaded?.page === page ? loaded.log : undefined;
  const isWaiting = log === undefined || (log === null && fetching.done === undefined);
  return (
    <Stack gap="m">
      <FetchStatus at={log?.at ?? null} fetching={fetching} />
      {isWaiting && <Skeleton leading="none" />}
      {log === null && fetching.done !== undefined && !isNotOffered(fetching.done) && (
        <EmptyState icon={<IconHistory aria-hidden="true" />}>
          <Trans>The action log hasn't synced to this device yet. You need to be online.</Trans>
        </EmptyState>
      )}
      {log?.rows.length === 0 && (
        <EmptyState icon={<IconHistory aria-hidden="true" />}>
          <Trans>No actions recorded yet.</Trans>
        </EmptyState>
      )}
      {log && log.rows.length > 0 && (
        <List aria-label={t`Action log`}>
          {log.rows.map((entry: ActionLogEntry) => (
            <Row
              key={entry.id}
              title={actionLabel(entry.action)}
              wrapTitle
              subtitle={[formatDateTime(entry.at), entry.by_name].filter(Boolean).join(', ')}
            />
          ))}
        </List>
      )}
      {log && <PageButtons page={page} next={log.next} onTurn={setPage} />}
    </Stack>
  );
}
