import type { Contact } from '../../../contract/entities/contact.ts';
import { systemStatuses } from '../../../contract/values.ts';
import type { HandlerContext } from '../../handlers.ts';
import { RefusedWithRow } from '../../http/with-current-row.ts';
import { conflictsOf, isSameValue } from '../../sync/merge.ts';
import { lockContact } from './repository.ts';

type Fields = Partial<Omit<Contact, 'id' | 'rev'>>;

/**
 * Whether the server itself changed a field when it created the contact: the status, if the contact is a known person;
 * or the category, if it had been deleted.
 */
const isServerSet = (field: string, contact: Contact): boolean =>
  (field === 'status' && (systemStatuses as readonly string[]).includes(contact.status)) ||
  (field === 'category_id' && contact.category_id === null);

/** Whether two values of a contact field are equal. */
export const isSameField = (field: string, mine: unknown, theirs: unknown): boolean =>
  field === 'next_step_at' && typeof mine === 'string' && typeof theirs === 'string'
    ? Date.parse(mine) === Date.parse(theirs)
    : isSameValue(mine, theirs);

/**
 * Checks that a repeated creation of a contact contains no new data, which would be lost. Throws `conflict` with the
 * contact and the fields that differ.
 */
export async function checkSameContact(context: HandlerContext, id: string, fields: Fields): Promise<void> {
  const existing = await lockContact(context, id);
  if (!existing || existing.contact.owner_id !== context.caller.user_id || existing.deleted_at !== null) return;
  const { contact, field_revs } = existing;
  const clashes = Object.entries(fields).flatMap(([field, mine]) => {
    const storedValue = contact[field as keyof Fields];
    return isSameField(field, mine, storedValue) || isServerSet(field, contact)
      ? []
      : [{ field, base: null, mine, theirs: storedValue }];
  });
  if (clashes.length === 0) return;
  throw new RefusedWithRow('conflict', contact, contact.rev, await conflictsOf(context, field_revs, clashes));
}
