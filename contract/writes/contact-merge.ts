import { Photo, storedContactFields } from '../entities/contact.ts';
import { Id, Instant } from '../fields.ts';
import { MAX_MERGED_IDS } from '../values.ts';
import { z } from '../zod.ts';
import { applyPatch, defineWrite } from './define.ts';

const someFields = z.partial(z.strictObject(storedContactFields));

const mergeShape = {
  /** The source: the contact that is merged into the contact that stays. */
  source_id: Id,
  /** The contacts that had been merged into the source earlier. */
  merged_ids: z.array(Id).check(z.maxLength(MAX_MERGED_IDS)),
  at: Instant,
};

/**
 * Merges a contact (the source) into another contact of the same owner. The server moves the calls, visits and tasks of
 * the source to the other contact, and then deletes the source. A phone queues `contact.delete` of the source in the
 * same atomic group, so that the source disappears at once, and its earlier unsent writes are sent first.
 */
export const mergeContacts = defineWrite({
  entity: 'contacts',
  mode: 'command',
  v: 1,
  args: z.strictObject({
    ...mergeShape,
    /** The new values of the changed fields of the contact that stays. */
    fields: someFields,
    /** The values of the same fields before the merge. */
    base: someFields,
    /**
     * All fields of the source as the user saw them when choosing, so that the server notices later changes to the
     * source.
     */
    source: z.strictObject(storedContactFields),
    /** The photo of the source; absent if the contact that stays does not take it over. */
    photo: z.optional(Photo),
  }),
  optimistic: (row, { fields, photo, source_id, merged_ids }) =>
    row && {
      ...applyPatch(row, { ...fields, photo }),
      merged_ids: [...new Set([source_id, ...merged_ids, ...(row.merged_ids ?? [])])].slice(0, MAX_MERGED_IDS),
    },
  documented: null,
});

/**
 * Undoes a merge: restores the source, moves back what the merge has moved, and restores the old values of fields that
 * have not changed since. A phone queues `contact.restore` of the source in the same atomic group, so that the source
 * reappears at once.
 */
export const unmergeContacts = defineWrite({
  entity: 'contacts',
  mode: 'command',
  v: 1,
  args: z.strictObject({
    ...mergeShape,
    /** The old values of the fields that the merge changed. */
    fields: someFields,
    /** The old photo, if the merge changed it. */
    photo: z.optional(z.nullable(Photo)),
  }),
  optimistic: (row, { fields, photo, source_id, merged_ids }) =>
    row && {
      ...applyPatch(row, { ...fields, photo }),
      merged_ids: (row.merged_ids ?? []).filter((id) => id !== source_id && !merged_ids.includes(id)),
    },
  documented: null,
});
