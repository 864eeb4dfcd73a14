import { Trans, useLingui } from '@lingui/react/macro';
import { useParams, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { contactName } from '../../components/contact/contact-labels.ts';
import { MissingRecord } from '../../components/error/missing-record.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useContactBeginning, type Asked } from './contact-form-initial-values.ts';
import { ContactForm } from './contact-form.tsx';

type Search = { resend?: unknown; phone?: unknown; name?: unknown };

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** /contacts/new: adds a contact; `?resend=` corrects a rejected one, `?phone=` starts with a number. */
export function ContactNewScreen(): ReactElement {
  const { t } = useLingui();
  const search: Search = useSearch({ strict: false });
  const resend = textOf(search.resend) || null;
  const phone = textOf(search.phone);
  const known = {
    first_name: textOf(search.name),
    ...(phone !== '' && { phones: [{ number: phone, label: '' }] }),
  };
  return (
    <Screen title={t`New contact`} back={{ href: '/contacts', label: t`Contacts` }} narrow>
      <OneForm key={resend} asked={{ id: null, resend, known }} />
    </Screen>
  );
}

/** /contacts/{id}/edit: edits a contact; `?resend=` corrects a rejected edit. */
export function ContactEditScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const search: Search = useSearch({ strict: false });
  const resend = textOf(search.resend) || null;
  const name = useLiveQuery(async () => {
    const contact = await db.contacts.get(id);
    return contact && contactName(contact);
  }, [db, id]);
  const back = name ? { href: `/contacts/${id}`, label: name } : { href: '/contacts', label: t`Contacts` };
  return (
    <Screen title={t`Edit contact`} back={back} narrow>
      <OneForm key={`${id} ${resend}`} asked={{ id, resend, known: {} }} />
    </Screen>
  );
}

function OneForm({ asked }: { asked: Asked }): ReactElement {
  const [begin, anew] = useContactBeginning(asked);
  if (begin === undefined) return <Skeleton leading="none" />;
  if (begin === null)
    return (
      <MissingRecord isResend={asked.resend !== null} href="/contacts" label={<Trans>Contacts</Trans>}>
        <Trans>This contact is not on this device.</Trans>
      </MissingRecord>
    );
  return <ContactForm key={begin.round} begin={begin} onAnew={anew} />;
}
