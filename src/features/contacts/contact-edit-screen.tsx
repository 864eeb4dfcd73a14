import { Trans, useLingui } from '@lingui/react/macro';
import { useParams, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { contactName } from '../../components/contact/contact-labels.ts';
import { MissingRecord } from '../../components/error/missing-record.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useInitialContactForm, type FormParams } from './contact-form-initial-values.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { ContactForm } from './contact-form.tsx';
import type { ContactsSearch } from './search-params.ts';
import { savedContact } from '../../db/queries/contacts.ts';

/** /contacts/new: adds a contact; `?resend=` corrects a rejected contact, `?phone=` starts with a number. */
export function ContactNewScreen(): ReactElement {
  const { t } = useLingui();
  const { resend = null, phone, name = '' } = useSearch({ from: '/_member/contacts/new' });
  const knownFields = { first_name: name, ...(phone !== undefined && { phones: [{ number: phone, label: '' }] }) };
  return (
    <Screen title={t`New contact`} back={<BackLink to="/contacts">{t`Contacts`}</BackLink>} narrow>
      <InitialisedContactForm key={resend} params={{ id: null, resend, known: knownFields }} search={{}} />
    </Screen>
  );
}

/**
 * /contacts/{id}/edit: edits a contact; `?resend=` corrects a rejected edit, and the filters of the list are kept for
 * the link back to it.
 */
export function ContactEditScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { contactId: id } = useParams({ from: '/_member/contacts/$contactId/edit' });
  const { resend = null, merge: _, ...search } = useSearch({ from: '/_member/contacts/$contactId/edit' });
  const name = useLiveQuery(async () => {
    const contact = await savedContact(db, id);
    return contact && contactName(contact);
  }, [db, id]);
  const backLink = name ? (
    <BackLink to="/contacts/$contactId" params={{ contactId: id }} search={search}>
      {name}
    </BackLink>
  ) : (
    <BackLink to="/contacts" search={search}>{t`Contacts`}</BackLink>
  );
  return (
    <Screen title={t`Edit contact`} back={backLink} narrow>
      <InitialisedContactForm key={`${id} ${resend}`} params={{ id, resend, known: {} }} search={search} />
    </Screen>
  );
}

function InitialisedContactForm({ params, search }: { params: FormParams; search: ContactsSearch }): ReactElement {
  const [initialForm, reset] = useInitialContactForm(params);
  if (initialForm === undefined) return <Skeleton leading="none" />;
  if (initialForm === null)
    return (
      <MissingRecord
        isResend={params.resend !== null}
        action={
          <LinkButton to="/contacts" search={search} variant="soft">
            <Trans>Contacts</Trans>
          </LinkButton>
        }
      >
        <Trans>This contact is not on this device.</Trans>
      </MissingRecord>
    );
  return <ContactForm key={initialForm.round} initialForm={initialForm} search={search} onReset={reset} />;
}
