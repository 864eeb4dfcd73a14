import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { systemStatuses } from '../../../contract/values.ts';
import { contactStatuses, type ContactStatus } from '../../../contract/filter-values.ts';
import { contactName, contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { changeStatus } from './contact-view-actions.ts';
import { DoNotContactDialogs } from './do-not-contact-dialogs.tsx';

const isSystem = (status: ContactStatus): boolean => (systemStatuses as readonly string[]).includes(status);

/**
 * Lets the user change the status of a contact with one choice. A status that only the server sets cannot be changed.
 */
export function StatusPicker({ contact }: { contact: Contact }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const [pendingStatus, setPendingStatus] = useState<ContactStatus | null>(null);
  const save = (status: ContactStatus): void => void changeStatus(store, contact, status).catch(toastError);
  const choose = (value: string): void => {
    const status = value as ContactStatus;
    if (status === contact.status) return;
    if (contact.status === 'do_not_contact') setPendingStatus(status);
    else save(status);
  };
  const options = contactStatuses
    .filter((status) => status === contact.status || !isSystem(status))
    .map((status) => ({ value: status, label: t(contactStatusLabels[status]), isDisabled: isSystem(status) }));
  return (
    <>
      <SelectField aria-label={t`Status`} options={options} value={contact.status} onChange={choose} />
      <DoNotContactDialogs
        name={contactName(contact)}
        isOpen={pendingStatus !== null}
        onClose={() => setPendingStatus(null)}
        onConfirm={() => {
          setPendingStatus(null);
          if (pendingStatus) save(pendingStatus);
        }}
      >
        <Trans>This person asked not to be called or messaged.</Trans>
      </DoNotContactDialogs>
    </>
  );
}
