import { Trans, useLingui } from '@lingui/react/macro';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { type MessageAddresses, MessageAppsSheet } from '../../components/call/message-apps-sheet.tsx';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedPerson } from '../../db/queries/people.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { ContactButton, type TaskContactProps } from './contact-button.tsx';
import { usePhoneNumbers } from './use-phone-numbers.ts';

/** Returns the addresses at which the person of a task gets messages; null if none is known. */
function useAddresses(task: Task): MessageAddresses | null {
  const { db } = useStore();
  const { linked_user_id, contact_id } = task;
  const [number] = usePhoneNumbers(task);
  const others = useLiveQuery(async () => {
    const person = linked_user_id ? await savedPerson(db, linked_user_id) : undefined;
    const contact = contact_id ? await savedContact(db, contact_id) : undefined;
    const { telegram = null } = person ?? contact ?? {};
    return { telegram, email: person?.email ?? contact?.emails[0] ?? null };
  }, [db, linked_user_id, contact_id]);
  if (!others) return null;
  const addresses = { ...others, phone: number ?? null };
  return (addresses.phone ?? addresses.telegram ?? addresses.email) ? addresses : null;
}

/** A button that opens the choice of message apps for a message task; renders nothing if no address is known. */
export function MessageTask(props: TaskContactProps): ReactElement | null {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const addresses = useAddresses(props.task);
  if (!addresses) return null;
  const name = props.task.linked_name ?? props.task.title;
  return (
    <>
      <ContactButton
        {...props}
        icon={<IconMessage aria-hidden="true" />}
        label={t`Message ${name}`}
        onPress={() => setOpen(true)}
      >
        <Trans context="verb">Message</Trans>
      </ContactButton>
      <MessageAppsSheet {...addresses} name={name} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
