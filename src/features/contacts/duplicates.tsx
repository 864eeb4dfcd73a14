import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import { search } from '../../bridge/search.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { contactsByIds } from '../../db/queries/contacts.ts';
import { AFTER_BLUR_MS } from '../../forms/use-form-field.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Store } from '../../db/schema/store.ts';
import { parsePhone } from '../../lib/phone.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/button.tsx';
import styles from './contact-form.module.css';
import type { InitialForm } from './contact-form-initial-values.ts';
import type { ContactDraft } from './form-draft.ts';
import type { ContactFormApi } from './use-contact-form.ts';

export interface DuplicateContact {
  contact: Contact;
  why: 'phone' | 'name';
}

type Identity = Pick<ContactDraft, 'first_name' | 'last_name' | 'phones'>;

const identityOf = ({ first_name, last_name, phones }: ContactDraft): Identity => ({
  first_name,
  last_name,
  phones: phones.map((phone) => ({ ...phone })),
});

async function duplicatesOf(
  store: Store,
  lastIdentity: Identity,
  { id, country }: InitialForm,
): Promise<DuplicateContact[]> {
  const read = await Promise.all(lastIdentity.phones.map(({ text }) => parsePhone(text, country)));
  const phones = read.filter((number) => number !== null);
  const name = contactName({ first_name: lastIdentity.first_name.trim(), last_name: lastIdentity.last_name.trim() });
  if (phones.length === 0 && name === '') return [];
  const duplicates = await search.duplicates(store.actor.user_id, { phones, name, exclude_id: id });
  const contacts = await contactsByIds(
    store.db,
    duplicates.map((duplicate) => duplicate.id),
  );
  return duplicates.flatMap(({ why }, index) => (contacts[index] ? [{ contact: contacts[index], why }] : []));
}

export interface Duplicates {
  found: readonly DuplicateContact[];
  /** Looks for duplicates. Call it when a name or number field has lost focus. */
  look: () => void;
}

/** Finds possible duplicates when the name or a number loses focus. */
export function useDuplicateContacts(form: ContactFormApi, initialForm: InitialForm): Duplicates {
  const store = useStore();
  const { initial, isRestored } = initialForm;
  const [lastIdentity, setLastIdentity] = useState(() => identityOf(initial));
  const [found, setFound] = useState<readonly DuplicateContact[]>([]);
  useEffect(() => {
    if (jsonEqual(lastIdentity, identityOf(initial)) && !isRestored) return setFound([]);
    let isCurrent = true;
    // If the search for duplicates fails, the contact can still be saved.
    const searching = duplicatesOf(store, lastIdentity, initialForm).catch(() => []);
    void searching.then((next) => isCurrent && setFound(next));
    return () => {
      isCurrent = false;
    };
  }, [store, lastIdentity, initial, isRestored, initialForm]);
  const look = (): void => void setTimeout(() => setLastIdentity(identityOf(form.getValues())), AFTER_BLUR_MS);
  return { found, look };
}

export interface DuplicateContactsBannerProps extends Pick<Duplicates, 'found'> {
  /** The stored contact that the form edits; null for a new one, which cannot be merged yet. */
  edited: Contact | null;
}

/** Lists possible duplicates of a contact. The contact can still be saved. */
export function DuplicateContactsBanner({ found, edited }: DuplicateContactsBannerProps): ReactElement | null {
  if (found.length === 0) return null;
  return (
    <Banner
      tone="wait"
      role="status"
      title={<Plural value={found.length} one="Possible duplicate" other="Possible duplicates" />}
    >
      <ul className={styles.links}>
        {found.map(({ contact, why }) => (
          <DuplicateLine key={contact.id} contact={contact} why={why} edited={edited} />
        ))}
      </ul>
    </Banner>
  );
}

type DuplicateLineProps = DuplicateContact & Pick<DuplicateContactsBannerProps, 'edited'>;

/** One possible duplicate. It can be merged into the edited contact if both have the same owner. */
function DuplicateLine({ contact, why, edited }: DuplicateLineProps): ReactElement {
  const { t } = useLingui();
  const name = contactName(contact);
  return (
    <li>
      <TextLink to="/contacts/$contactId" params={{ contactId: contact.id }}>
        {name}
      </TextLink>
      {', '}
      {why === 'phone' ? <Trans>same number</Trans> : <Trans>similar name</Trans>}
      {edited?.owner_id === contact.owner_id && (
        <>
          {', '}
          <TextLink
            to="/contacts/$contactId"
            params={{ contactId: edited.id }}
            search={{ merge: contact.id }}
            aria-label={t`Merge with ${name}`}
          >
            <Trans>Merge</Trans>
          </TextLink>
        </>
      )}
    </li>
  );
}
