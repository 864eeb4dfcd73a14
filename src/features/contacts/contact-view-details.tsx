import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { startCall } from '../../components/call/call-intent.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { dial, telHref } from '../../components/call/dial.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { log } from '../../lib/log.ts';
import { mapLink } from '../../lib/map-link.ts';
import { Card } from '../../ui/card.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import styles from './contact-view.module.css';

function ExternalLink({ href, children }: { href: string; children: ReactNode }): ReactElement {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** The phone numbers of a contact. Pressing one stores the start of a call and then opens the dialer. */
function Phones({ contact }: { contact: Contact }): ReactElement {
  const store = useStore();
  const phoneText = usePhoneText();
  const call = async (event: MouseEvent, number: string): Promise<void> => {
    // The browser must not open the dialer before the start of the call is stored.
    event.preventDefault();
    const callee = { contact_id: contact.id, name: contactName(contact), number };
    await startCall(store, callee).catch((error: unknown) => log.warn('the start of a call was not stored', error));
    dial(number);
  };
  return (
    <ul className={styles.valueList}>
      {contact.phones.map(({ number, label, invalid }) => (
        <li key={`${number} ${label}`}>
          <a href={telHref(number)} onClick={(event) => void call(event, number)}>
            {phoneText(number)}
          </a>
          {label !== '' && <small>{label}</small>}
          {invalid && (
            <small>
              <Trans>Wrong number</Trans>
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}

function Emails({ emails }: { emails: readonly string[] }): ReactElement {
  return (
    <ul className={styles.valueList}>
      {emails.map((email) => (
        <li key={email}>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      ))}
    </ul>
  );
}

function placeOf({ address, city, country }: Contact, nameOfCountry: (code: string) => string): string {
  return [address, city, country === null ? '' : nameOfCountry(country)].filter((part) => part !== '').join(', ');
}

function Consent({ consent }: { consent: NonNullable<Contact['consent']> }): ReactElement {
  return (
    <>
      {formatDate(consent.given_at)}, {consent.how}
    </>
  );
}

/** All fields of the contact that have a value. */
export function ContactDetails({ contact, now }: { contact: Contact; now: number }): ReactElement | null {
  const { i18n } = useLingui();
  const { actor } = useStore();
  const country = (code: string): string =>
    new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' }).of(code) ?? code;
  const place = placeOf(contact, country);
  const { next_step_at, telegram, date_birth, notes } = contact;
  const facts: Record<string, ReactNode> = {
    next: next_step_at !== null && (
      <Detail name={<Trans>Next step</Trans>}>
        <span className={styles.next} data-late={Date.parse(next_step_at) < now}>
          {formatDateTime(next_step_at)}
        </span>
      </Detail>
    ),
    phones: contact.phones.length > 0 && (
      <Detail name={<Trans>Phone</Trans>}>
        <Phones contact={contact} />
      </Detail>
    ),
    emails: contact.emails.length > 0 && (
      <Detail name={<Trans>Email</Trans>}>
        <Emails emails={contact.emails} />
      </Detail>
    ),
    telegram: telegram !== null && (
      <Detail name="Telegram">
        <ExternalLink href={`https://t.me/${telegram}`}>@{telegram}</ExternalLink>
      </Detail>
    ),
    address: place !== '' && (
      <Detail name={<Trans>Address</Trans>}>
        <ExternalLink href={mapLink(place)}>{place}</ExternalLink>
      </Detail>
    ),
    work_zone: contact.work_zone !== '' && <Detail name={<Trans>Work zone</Trans>}>{contact.work_zone}</Detail>,
    birth: date_birth !== null && <Detail name={<Trans>Date of birth</Trans>}>{formatDate(date_birth)}</Detail>,
    partner: contact.is_partner && (
      <Detail name={<Trans>Partner</Trans>}>
        <Trans>Yes</Trans>
      </Detail>
    ),
    owner: contact.owner_id !== actor.user_id && <Detail name={<Trans>Owner</Trans>}>{contact.owner_name}</Detail>,
    consent: contact.consent && (
      <Detail name={<Trans>Consent</Trans>}>
        <Consent consent={contact.consent} />
      </Detail>
    ),
    notes: notes !== '' && (
      <Detail wide name={<Trans>Notes</Trans>}>
        {notes}
      </Detail>
    ),
  };
  const givenFacts = Object.entries(facts).filter(([, fact]) => fact !== false && fact !== null);
  if (givenFacts.length === 0) return null;
  return (
    <Card>
      <Details>
        {givenFacts.map(([key, fact]) => (
          <Fragment key={key}>{fact}</Fragment>
        ))}
      </Details>
    </Card>
  );
}
