import type { Contact } from '../../contract/entities/contact.ts';
import type { PushOp } from '../../contract/sync.ts';
import { contactArgs, type ContactOps } from './contacts.ts';

export type Fields = Partial<Contact>;

const fieldsOf = (contact: Fields): Fields =>
  Object.fromEntries(Object.entries(contact).filter(([name]) => name in contactArgs));

const pick = (contact: Contact, fields: Fields): Fields =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, contact[name as keyof Contact]]));

/** Returns the merge of a contact into another contact, as sent by a device that has both contacts. */
export function mergeOp(
  ops: ContactOps,
  kept: Contact,
  other: Contact,
  fields: Fields = {},
  more: Record<string, unknown> = {},
): PushOp {
  const { merged_ids = [] } = other;
  const [base, source] = [pick(kept, fields), fieldsOf(other)];
  return ops.op('contact.merge', kept.id, {
    ...{ source_id: other.id, merged_ids, fields, base, source, at: ops.server.iso() },
    ...more,
  });
}

/** Returns the write that undoes a merge. `fields` are the old values of the fields that the merge changed. */
export const unmergeOp = (ops: ContactOps, kept: Contact, other: Contact, fields: Fields = {}): PushOp =>
  ops.op('contact.unmerge', kept.id, {
    ...{ source_id: other.id, merged_ids: other.merged_ids ?? [], fields, at: ops.server.iso() },
  });
