import { Plural, Trans } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { search } from '../../bridge/search.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { personName } from '../../components/person/person-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Store } from '../../db/schema/store.ts';
import { parsePhone } from '../../lib/phone.ts';
import type { AppForm } from '../../forms/use-app-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/button.tsx';
import type { InitialForm } from './lead-initial-values.ts';
import type { LeadDraft, LeadFields } from './lead-draft.ts';
import styles from './people.module.css';
import { contactsByIds } from '../../db/queries/contacts.ts';
import { filterPeople, peopleByPhone } from '../../db/queries/people.ts';

export interface DuplicateLead {
  id: string;
  name: string;
  why: 'phone' | 'name';
  /** Whether the duplicate is a lead or member; false for a contact. */
  isPerson: boolean;
}

const MAX_DUPLICATES = 5;

const foldName = (name: string): string => name.normalize('NFC').trim().toLocaleLowerCase();

async function similarPeople({ db }: Store, phone: string | null, name: string, id: string): Promise<DuplicateLead[]> {
  const [byPhone, byName] = await Promise.all([
    phone === null ? [] : peopleByPhone(db, phone, MAX_DUPLICATES),
    name === '' ? [] : filterPeople(db, (person) => foldName(personName(person)) === name, MAX_DUPLICATES),
  ]);
  const matches = [...byPhone.map((row) => ['phone', row] as const), ...byName.map((row) => ['name', row] as const)];
  return matches
    .filter(([, row], index) => row.id !== id && matches.findIndex(([, other]) => other.id === row.id) === index)
    .map(([why, row]) => ({ id: row.id, name: personName(row), why, isPerson: true }));
}

async function similarContacts(
  store: Store,
  phone: string | null,
  name: string,
  but: string | null,
): Promise<DuplicateLead[]> {
  const query = { phones: phone === null ? [] : [phone], name, exclude_id: but };
  const contactMatches = await search.duplicates(store.actor.user_id, query);
  const rows = await contactsByIds(
    store.db,
    contactMatches.map(({ id }) => id),
  );
  return contactMatches.flatMap(({ why }, index) => {
    const row = rows[index];
    return row ? [{ id: row.id, name: contactName(row), why, isPerson: false }] : [];
  });
}

/** Finds possible duplicates among the people and contacts on this device, shortly after the last key press. */
export function useDuplicateLeads(
  control: AppForm<LeadDraft, LeadFields>['control'],
  { id, contact_id, person, ...initialForm }: InitialForm,
): readonly DuplicateLead[] {
  const store = useStore();
  const [duplicates, setDuplicates] = useState<readonly DuplicateLead[]>([]);
  const [phone, first_name, last_name, chosen] = useWatch({
    control,
    name: ['phone', 'first_name', 'last_name', 'country'],
  });
  const country = chosen || initialForm.country;
  const name = foldName(`${first_name} ${last_name}`);
  const isNew = person === null;
  useEffect(() => {
    if (!isNew) return;
    let isCurrent = true;
    const findDuplicates = async (): Promise<void> => {
      const number = phone.trim() === '' ? null : await parsePhone(phone, country);
      if (number === null && name === '') return setDuplicates([]);
      const parts = await Promise.all([
        similarPeople(store, number, name, id),
        similarContacts(store, number, name, contact_id),
      ]);
      if (isCurrent) setDuplicates(parts.flat().slice(0, MAX_DUPLICATES));
    };
    // If the search for duplicates fails, the person can still be saved.
    const timer = setTimeout(() => void findDuplicates().catch(() => {}), 400);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [store, phone, name, id, contact_id, country, isNew]);
  return duplicates;
}

/** Lists possible duplicates of a person. The person can still be saved. */
export function DuplicateLeadsBanner({ duplicates }: { duplicates: readonly DuplicateLead[] }): ReactElement | null {
  if (duplicates.length === 0) return null;
  return (
    <Banner
      tone="wait"
      role="status"
      title={<Plural value={duplicates.length} one="Possible duplicate" other="Possible duplicates" />}
    >
      <ul className={styles.links}>
        {duplicates.map(({ id, name, why, isPerson }) => (
          <li key={id}>
            {isPerson ? (
              <TextLink to="/user/view-details/$personId" params={{ personId: id }}>
                {name}
              </TextLink>
            ) : (
              <TextLink to="/contacts/$contactId" params={{ contactId: id }}>
                {name}
              </TextLink>
            )}
            {', '}
            {why === 'phone' ? <Trans>same number</Trans> : <Trans>same or similar name</Trans>}
            {', '}
            {isPerson ? <Trans>in people</Trans> : <Trans>in contacts</Trans>}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
