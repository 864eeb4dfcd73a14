import { categoryFields } from '../entities/contact-category.ts';
import { Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite, applyPatch } from './define.ts';

export const createContactCategory = defineWrite({
  entity: 'contact_categories',
  mode: 'create',
  v: 1,
  args: z.strictObject({ ...categoryFields, at: Instant }),
  optimistic: (row, { at, ...fields }, { id, user_id }) =>
    row ?? { ...fields, id, rev: 0, owner_id: user_id, created_at: at, updated_at: at },
  documented: {
    call: 'contacts.add_category',
    to_body: ({ at: _, ...fields }, id) => ({ id, ...fields }),
    from_body: (reply) => reply,
  },
});

export const editContactCategory = defineWrite({
  entity: 'contact_categories',
  mode: 'patch',
  v: 1,
  args: z
    .strictObject({
      name: z.optional(categoryFields.name),
      color: z.optional(categoryFields.color),
      position: z.optional(categoryFields.position),
    })
    .check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' })),
  optimistic: (row, patch) => row && applyPatch(row, patch),
  documented: {
    call: 'contacts.change_category',
    to_body: (patch) => ({ ...patch }),
    from_body: (reply) => reply,
  },
});

/**
 * Deletes a contact category. The server then clears the category of its contacts; until that change reaches the phone,
 * a contact whose category is missing is shown without one.
 */
export const deleteContactCategory = defineWrite({
  entity: 'contact_categories',
  mode: 'delete',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: () => null,
  documented: { call: 'contacts.delete_category', to_body: () => ({}), from_body: () => null },
});
