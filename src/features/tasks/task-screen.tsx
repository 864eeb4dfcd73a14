import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { TwoPane } from '../../ui/two-pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useNow } from '../../ui/use-now.ts';
import { groupOf } from './groups.ts';
import { savedTaskRecord, type TaskRecord } from './list-queries.ts';
import { savedTimeZone } from './queries.ts';
import { TaskView } from './task-view.tsx';
import { TaskList } from './task-list.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { useTaskSheets, type TaskSheets } from './use-sheets.tsx';

const route = getRouteApi('/_member/_staff/tasks/$taskId');

/** /tasks/{id}: one task, beside its list on wide screens. */
export function TaskScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { taskId: id } = route.useParams();
  const urlGroup = route.useSearch().group;
  const now = useNow('minute');
  const isWide = useMediaQuery('(min-width: 1024px)');
  const sheets = useTaskSheets();
  const loaded = useLiveQuery(
    async () => ({ id, ...(await savedTaskRecord(db, id)), zone: await savedTimeZone(db, actor.user_id) }),
    [db, id, actor.user_id],
  );
  const record = loaded?.id === id ? loaded : undefined;
  const group = urlGroup ?? (record?.task && groupOf(record.task, now, record.zone)) ?? 'today';
  const detail = <Detail record={record} sheets={sheets} now={now} />;
  const list = isWide && <TaskList key={group} group={group} current={id} onAdd={() => sheets.open({ kind: 'new' })} />;
  return (
    <Screen
      title={record?.task?.title ?? t`Task`}
      documentTitle={t`Task`}
      back={<BackLink to="/tasks" search={{ group }}>{t`Tasks`}</BackLink>}
    >
      {isWide ? <TwoPane list={list} detail={detail} /> : detail}
      {sheets.sheet}
    </Screen>
  );
}

function Detail({
  record,
  sheets,
  now,
}: {
  record: TaskRecord | undefined;
  sheets: TaskSheets;
  now: number;
}): ReactElement {
  if (!record) return <Skeleton leading="none" />;
  if (record.task) return <TaskView task={record.task} badge={record.badge} sheets={sheets} now={now} />;
  return (
    <EmptyState
      action={
        <LinkButton to="/tasks" variant="soft">
          <Trans>All tasks</Trans>
        </LinkButton>
      }
    >
      <Trans>This task is not on this device.</Trans>
    </EmptyState>
  );
}
