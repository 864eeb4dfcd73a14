import { useLiveQuery } from 'dexie-react-hooks';
import type { Task } from '../../../contract/entities/task.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedPerson } from '../../db/queries/people.ts';

type Linked = Pick<Task, 'linked_user_id' | 'contact_id'>;

/** Returns the phone numbers of a task's person; those known to be wrong come last. */
export async function savedPhoneNumbers(db: PhoneDb, { linked_user_id, contact_id }: Linked): Promise<string[]> {
  if (linked_user_id) {
    const person = await savedPerson(db, linked_user_id);
    return person?.phone ? [person.phone] : [];
  }
  const contact = contact_id ? await savedContact(db, contact_id) : undefined;
  const phones = contact?.phones.toSorted((a, b) => Number(a.invalid ?? false) - Number(b.invalid ?? false));
  return phones?.map(({ number }) => number) ?? [];
}

/** Returns the phone numbers of a task's person, as `savedPhoneNumbers` does; an empty list while they are read. */
export function usePhoneNumbers({ linked_user_id, contact_id }: Task): readonly string[] {
  const { db } = useStore();
  const numbers = useLiveQuery(
    async () => savedPhoneNumbers(db, { linked_user_id, contact_id }),
    [db, linked_user_id, contact_id],
  );
  return numbers ?? [];
}
