import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { fullName } from '../../components/contact/contact-labels.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { isUndoable } from '../../db/outbox/entry.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { PendingChanges } from '../../components/sync/pending-changes.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { ContactView } from './contact-view.tsx';
import type { ContactsSearch } from './search-params.ts';
import { savedContactRecord, type ContactRecord } from './queries.ts';

/** /contacts/{id}: one contact, beside the contact list on wide screens. */
export function ContactScreen({ search }: { search: ContactsSearch }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { contactId: id } = useParams({ from: '/_member/_contacts/contacts/$contactId' });
  const isPane = useMediaQuery('(min-width: 1024px)');
  const loaded = useLiveQuery(async () => ({ id, ...(await savedContactRecord(db, id)) }), [db, id]);
  const record = loaded?.id === id ? loaded : undefined;
  const name = record?.contact && fullName(record.contact);
  const detail = <Detail record={record} search={search} isPane={isPane} />;
  if (isPane) return detail;
  return (
    <Screen
      title={name ?? t`Contact`}
      documentTitle={t`Contact`}
      back={<BackLink to="/contacts" search={search}>{t`Contacts`}</BackLink>}
    >
      {detail}
    </Screen>
  );
}

type DetailProps = { record: ContactRecord | undefined; search: ContactsSearch; isPane: boolean };

function Detail({ record, search, isPane }: DetailProps): ReactElement {
  if (!record) return <Skeleton leading="none" />;
  const { contact, category, badge, merged_into } = record;
  if (!contact && merged_into !== null)
    return <Navigate to="/contacts/$contactId" params={{ contactId: merged_into }} search={search} replace />;
  if (!contact) return <ContactGone record={record} search={search} />;
  return <ContactView contact={contact} category={category} badge={badge} search={search} isPane={isPane} />;
}

/** Shown for a contact that is not on this device: it was deleted here or elsewhere, or belongs to another user. */
function ContactGone({ record, search }: { record: ContactRecord; search: ContactsSearch }): ReactElement {
  const undo = useUndo();
  const { deletion, badge } = record;
  if (deletion && isUndoable(deletion)) {
    const action = (
      <Button variant="soft" onPress={() => undo(deletion.op_id)}>
        <Trans>Undo</Trans>
      </Button>
    );
    return (
      <EmptyState action={action}>
        <Trans>You deleted this contact. That has not been sent yet.</Trans>
      </EmptyState>
    );
  }
  return (
    <Stack>
      <PendingChanges badge={badge} />
      <EmptyState
        action={
          <LinkButton to="/contacts" search={search} variant="soft">
            <Trans>All contacts</Trans>
          </LinkButton>
        }
      >
        <Trans>This contact is not on this device. It was deleted or reassigned.</Trans>
      </EmptyState>
    </Stack>
  );
}
