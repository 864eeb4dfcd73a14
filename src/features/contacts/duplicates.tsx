import { Plural, Trans } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { search } from '../../bridge/search.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Store } from '../../db/schema/store.ts';
import { parsePhone } from '../../lib/phone.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/button.tsx';
import styles from './contact-form.module.css';
import type { ContactForm } from './contact-form-state.ts';
import { differences, type ContactDraft } from './form-draft.ts';
import { contactsByIds } from '../../db/queries/contacts.ts';

export interface DuplicateContact {
  contact: Contact;
  why: 'phone' | 'name';
}

const telling = ['first_name', 'last_name', 'phones'] as const;

async function duplicatesOf(
  store: Store,
  draft: ContactDraft,
  { id, country }: ContactForm['began'],
): Promise<DuplicateContact[]> {
  const read = await Promise.all(draft.phones.map(({ text }) => parsePhone(text, country)));
  const phones = read.filter((number) => number !== null);
  const name = contactName({ first_name: draft.first_name.trim(), last_name: draft.last_name.trim() });
  if (phones.length === 0 && name === '') return [];
  const found = await search.duplicates(store.actor.user_id, { phones, name, exclude_id: id });
  const contacts = await contactsByIds(
    store.db,
    found.map((one) => one.id),
  );
  return found.flatMap(({ why }, index) => (contacts[index] ? [{ contact: contacts[index], why }] : []));
}

/** Finds possible duplicates when the name or a number loses focus. */
export function useDuplicateContacts(form: ContactForm): readonly DuplicateContact[] {
  const store = useStore();
  const { left, began } = form;
  const [twins, setTwins] = useState<readonly DuplicateContact[]>([]);
  useEffect(() => {
    const changed = differences(left, began.initial);
    if (!telling.some((name) => changed.includes(name)) && !began.isRestored) return setTwins([]);
    let isHere = true;
    // A missing answer must not block saving.
    const found = duplicatesOf(store, left, began).catch(() => []);
    void found.then((next) => isHere && setTwins(next));
    return () => {
      isHere = false;
    };
  }, [store, left, began]);
  return twins;
}

/** Lists possible duplicates. Saving stays possible. */
export function DuplicateContactsBanner({ twins }: { twins: readonly DuplicateContact[] }): ReactElement | null {
  if (twins.length === 0) return null;
  return (
    <Banner
      tone="wait"
      role="status"
      title={<Plural value={twins.length} one="Possible duplicate" other="Possible duplicates" />}
    >
      <ul className={styles.links}>
        {twins.map(({ contact, why }) => (
          <li key={contact.id}>
            <TextLink to="/contacts/$contactId" params={{ contactId: contact.id }}>
              {contactName(contact)}
            </TextLink>
            {', '}
            {why === 'phone' ? <Trans>same number</Trans> : <Trans>similar name</Trans>}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
