import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useState } from 'react';
import type { LinkableUser } from '../../../contract/calls/tasks.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { sync } from '../../bridge/sync.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { List, Row } from '../../ui/list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { reassignTask } from './actions.ts';
import { useWriteError } from '../../forms/use-write-error.ts';

/** A manager's consultants as last fetched: the employees among the linkable people. */
function useTeam(): readonly LinkableUser[] | undefined {
  const { db } = useStore();
  useEffect(() => {
    void sync.fetchPage('users_to_link');
  }, []);
  return useLiveQuery(async () => {
    const rows = ((await db.pages.get('users_to_link'))?.rows ?? []) as LinkableUser[];
    return rows.filter(({ is_employee }) => is_employee);
  }, [db]);
}

/** Selects the new assignee. */
export function ReassignSheet({ task, onClose }: { task: Task; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const say = useSavedToast();
  const team = useTeam();
  const [chosen, setChosen] = useState<string>();
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    if (chosen === undefined) return setError(t`Please, select employee`);
    try {
      say(await reassignTask(store, task, chosen), t`Reassigned`);
      onClose();
    } catch (refusal) {
      failure(refusal);
    }
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Assign to</Trans>}
      description={task.title}
      footer={
        <Button onPress={() => void save()}>
          <Trans>Reassign task</Trans>
        </Button>
      }
    >
      {!team && <Skeleton />}
      {team && team.length > 0 && (
        <List aria-label={t`Employees`}>
          {team.map(({ id, name, city }) => (
            <Row
              key={id}
              leading={<Avatar name={name} size="s" />}
              title={name}
              subtitle={id === chosen ? t`Selected` : city}
              isCurrent={id === chosen}
              onPress={() => {
                setError(undefined);
                setChosen(id);
              }}
            />
          ))}
        </List>
      )}
      {team?.length === 0 && (
        <small>
          <Trans>Employees haven't synced to this device yet. They will appear when you are online.</Trans>
        </small>
      )}
      <FieldError id="reassign-error" message={error} />
    </Sheet>
  );
}
