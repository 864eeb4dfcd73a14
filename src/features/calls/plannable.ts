import type { LinkableUser } from '../../../contract/calls/tasks.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Store } from '../../db/store.ts';

const isEmployee = (me: { is_staff: boolean; is_manager: boolean; is_superuser: boolean }): boolean =>
  me.is_staff || me.is_manager || me.is_superuser;

/**
 * The user with whom the server will let a call be planned, or null: a manager plans with anybody, a consultant with
 * their own people, as last fetched. A task that will be refused is better not made: the next step stands anyway.
 */
export async function plannableUser({ db, actor }: Store, contact: Contact | undefined): Promise<string | null> {
  const me = await db.me.get(actor.user_id);
  const user_id = contact?.linked_user_id ?? null;
  if (user_id === null || !me || !isEmployee(me)) return null;
  if (me.is_manager) return user_id;
  const people = ((await db.pages.get('users_to_link'))?.rows ?? []) as LinkableUser[];
  return people.some(({ id }) => id === user_id) ? user_id : null;
}

const DAY_MS = 86_400_000;

/** Whether the list of one's own people has to be fetched, to know if this contact is among them. */
export async function isListOld({ db, actor, now }: Store, contact_id: string | null): Promise<boolean> {
  const contact = contact_id === null ? undefined : await db.contacts.get(contact_id);
  const me = await db.me.get(actor.user_id);
  if (!contact?.linked_user_id || !me || !isEmployee(me)) return false;
  const fetched_at = (await db.pages.get('users_to_link'))?.fetched_at;
  return fetched_at === undefined || now() - Date.parse(fetched_at) > DAY_MS;
}
