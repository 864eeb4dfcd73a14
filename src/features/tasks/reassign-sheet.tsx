import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect } from 'react';
import { useController } from 'react-hook-form';
import type { LinkableUser } from '../../../contract/api-calls/tasks.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { z } from '../../../contract/zod.ts';
import { sync } from '../../bridge/sync.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { Form } from '../../forms/form.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { List, Row } from '../../ui/list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { reassignTask } from './actions.ts';

/** Returns the employees of a manager's team, as last fetched with the people to whom tasks can be linked. */
function useManagedEmployees(): readonly LinkableUser[] | undefined {
  const { db } = useStore();
  useEffect(() => {
    void sync.fetchPage('users_to_link');
  }, []);
  return useLiveQuery(async () => {
    const rows = ((await db.pages.get('users_to_link'))?.rows ?? []) as LinkableUser[];
    return rows.filter(({ is_employee }) => is_employee);
  }, [db]);
}

const FORM = 'reassign-form';

const schema = z.object({ assignee_id: requiredText(z.string()) });

/** The sheet in which a manager selects the new assignee. */
export function ReassignSheet({ task, onClose }: { task: Task; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const showSavedToast = useSavedToast();
  const form = useAppForm({
    schema,
    initial: { assignee_id: '' },
    onSubmit: async ({ assignee_id }) => {
      showSavedToast(await reassignTask(store, task, assignee_id), t`Reassigned`);
      onClose();
    },
  });
  const { field, fieldState } = useController({ control: form.control, name: 'assignee_id' });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Assign to</Trans>}
      description={task.title}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          <Trans>Reassign task</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM}>
        <Team chosen={field.value} onChoose={field.onChange} />
        <FieldError id="reassign-error" message={fieldState.error && t`Please, select employee`} />
      </Form>
    </Sheet>
  );
}

function Team({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }): ReactElement {
  const { t } = useLingui();
  const team = useManagedEmployees();
  if (!team) return <Skeleton />;
  if (team.length === 0)
    return (
      <small>
        <Trans>Employees haven't synced to this device yet. They will appear when you are online.</Trans>
      </small>
    );
  return (
    <List aria-label={t`Employees`}>
      {team.map(({ id, name, city }) => (
        <Row
          key={id}
          leading={<Avatar name={name} id={id} size="s" />}
          title={name}
          subtitle={id === chosen ? t`Selected` : city}
          isCurrent={id === chosen}
          onPress={() => onChoose(id)}
        />
      ))}
    </List>
  );
}
