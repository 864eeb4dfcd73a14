import { useLiveQuery } from 'dexie-react-hooks';
import type { Contact } from '../../../contract/entities/contact.ts';
import { nameOf } from '../../cards/call-intent.ts';
import { useStore } from '../../cards/store-context.tsx';
import type { PhoneDb } from '../../db/db.ts';
import { latestContacts } from './queries.ts';

/** Rows before anything is typed, and after. */
const FIRST = 4;
const FOUND = 6;

async function matching(db: PhoneDb, text: string): Promise<Contact[]> {
  if (text === '') return latestContacts(db, FIRST);
  const wanted = text.toLocaleLowerCase();
  const digits = text.replace(/\D/g, '');
  const fits = (contact: Contact): boolean =>
    nameOf(contact).toLocaleLowerCase().includes(wanted) ||
    (digits.length > 2 && contact.phones.some(({ number }) => number.replace(/\D/g, '').includes(digits)));
  return db.contacts.orderBy('rev').reverse().filter(fits).limit(FOUND).toArray();
}

/** The contacts that fit what is typed; those changed last while nothing is. */
export function useFound(text: string): readonly Contact[] {
  const { db } = useStore();
  return useLiveQuery(() => matching(db, text), [db, text]) ?? [];
}
