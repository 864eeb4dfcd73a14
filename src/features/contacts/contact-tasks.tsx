import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { TaskRow } from '../../components/task/task-row.tsx';
import { taskResultLabels } from '../../components/task/task-result-labels.ts';
import { savedBadges } from '../../db/queries/badges.ts';
import { withMergedIds } from '../../db/queries/merged-contacts.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LoadingPart } from '../../ui/states.tsx';

const STEP = 10;

/** Returns the tasks with a contact or its linked person: open ones first, then the most recently closed. */
async function tasksWith(db: PhoneDb, contact: Contact): Promise<Task[]> {
  const { linked_user_id } = contact;
  const [own, linked] = await Promise.all([
    db.tasks.where('contact_id').anyOf(withMergedIds(contact)).toArray(),
    linked_user_id === null ? [] : db.tasks.where('linked_user_id').equals(linked_user_id).toArray(),
  ]);
  const isOpen = (task: Task): boolean => task.closed_at === null;
  return [...own, ...linked].toSorted(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      (isOpen(a) ? a.start_at.localeCompare(b.start_at) : (b.closed_at ?? '').localeCompare(a.closed_at ?? '')),
  );
}

/** Shows the planned and completed tasks with a contact; nothing for users who have no tasks. */
export function ContactTasks({ contact }: { contact: Contact }): ReactElement | null {
  const { t } = useLingui();
  const { db } = useStore();
  const now = useNow('minute');
  const [limit, setLimit] = useState(STEP);
  const data = useLiveQuery(
    async () => ({ tasks: await tasksWith(db, contact), badges: await savedBadges(db, 'tasks') }),
    [db, contact],
  );
  if (!data) return <LoadingPart />;
  if (data.tasks.length === 0) return null;
  const subtitleOf = ({ closed_at, result, start_at, state }: Task): string =>
    closed_at === null
      ? formatRecent(start_at, now)
      : [state === 'cancelled' ? t`Cancelled` : result && t(taskResultLabels[result]), formatRecent(closed_at, now)]
          .filter(Boolean)
          .join(', ');
  return (
    <Section title={<Trans>Tasks</Trans>}>
      <Stack gap="m">
        <List aria-label={t`Tasks`}>
          {data.tasks.slice(0, limit).map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              subtitle={subtitleOf(task)}
              badge={<RowSyncBadge badge={data.badges.get(task.id)} />}
            />
          ))}
        </List>
        {data.tasks.length > limit && (
          <Button variant="ghost" onPress={() => setLimit(limit + STEP)}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </Stack>
    </Section>
  );
}
