import { Trans, useLingui } from '@lingui/react/macro';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import type { Callee } from '../../components/call/call-intent.ts';
import { useCall } from '../../components/call/use-call.ts';
import type { Store } from '../../db/schema/store.ts';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { startTask } from './actions.ts';
import { ContactLink, type TaskContactProps } from './contact-button.tsx';
import { usePhoneNumbers } from './use-phone-numbers.ts';
import { rememberStarted } from './use-task-actions.tsx';

/** A link that calls the person of a call task; renders nothing if no number is known. */
export function CallTask(props: TaskContactProps): ReactElement | null {
  const [number] = usePhoneNumbers(props.task);
  if (number === undefined) return null;
  return <CallLink {...props} callee={calleeOf(props.task, number)} />;
}

const startsWithCall = ({ state }: Task): boolean => state !== 'in_progress';

export function calleeOf(task: Task, number: string): Callee {
  const { id, linked_user_id, contact_id, linked_name, title } = task;
  const linked = linked_user_id ? { user_id: linked_user_id, contact_id: null } : { contact_id };
  return { ...linked, name: linked_name ?? title, number, ...(startsWithCall(task) && { task_id: id }) };
}

/** Starts a task before its person is called, unless the task is already running. */
export async function startBeforeCall(store: Store, task: Task): Promise<void> {
  if (!startsWithCall(task)) return;
  rememberStarted(task);
  await startTask(store, task);
}

function CallLink({ callee, ...props }: TaskContactProps & { callee: Callee }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const link = useCall(callee, async () => startBeforeCall(store, props.task));
  const { name } = callee;
  const number = usePhoneText()(callee.number);
  return (
    <ContactLink {...props} {...link} icon={<IconPhone aria-hidden="true" />} label={t`Call ${name}`}>
      <Trans>Call {number}</Trans>
    </ContactLink>
  );
}
