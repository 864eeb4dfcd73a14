import type { LinkableUser } from '../../../contract/api-calls/tasks.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { InteractionLogArgs } from '../../../contract/entities/interaction.ts';
import { isEmployee } from '../../../contract/roles.ts';
import type { Store } from '../../db/schema/store.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedPerson } from '../../db/queries/people.ts';

/** Returns whether the user has tasks, which only employees do. */
export async function hasTasks({ db, actor }: Store): Promise<boolean> {
  const me = await db.me.get(actor.user_id);
  return me !== undefined && isEmployee(me);
}

/**
 * Returns the person with whom the next call is planned. If the contact is linked to one of the user's own people, this
 * is that person; otherwise the contact.
 */
export async function nextCallWith(
  { db }: Store,
  { user_id, contact_id }: InteractionLogArgs,
  contact: Contact | undefined,
): Promise<Pick<InteractionLogArgs, 'user_id' | 'contact_id'>> {
  const linked = contact?.linked_user_id ?? null;
  if (user_id !== null || linked === null) return { user_id, contact_id };
  const listed = ((await db.pages.get('users_to_link'))?.rows ?? []) as LinkableUser[];
  const isOwnPerson = (await savedPerson(db, linked)) !== undefined || listed.some(({ id }) => id === linked);
  return isOwnPerson ? { user_id: linked, contact_id: null } : { user_id, contact_id };
}

const DAY_MS = 86_400_000;

/** Returns whether the list of the user's own people must be fetched to find out if the contact is one of them. */
export async function mustFetchOwnPeople(store: Store, contact_id: string | null): Promise<boolean> {
  const { db, now } = store;
  const contact = contact_id === null ? undefined : await savedContact(db, contact_id);
  if (!contact?.linked_user_id || !(await hasTasks(store))) return false;
  const fetched_at = (await db.pages.get('users_to_link'))?.fetched_at;
  return fetched_at === undefined || now() - Date.parse(fetched_at) > DAY_MS;
}
