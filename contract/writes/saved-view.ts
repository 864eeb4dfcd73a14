import { areViewParams, viewFields } from '../entities/saved-view.ts';
import { Refused } from '../errors.ts';
import { Instant } from '../fields.ts';
import { viewTables } from '../values.ts';
import { z } from '../zod.ts';
import { applyPatch, defineWrite } from './define.ts';

const base = { entity: 'saved_views', v: 1, documented: null } as const;

export const createSavedView = defineWrite({
  ...base,
  mode: 'create',
  args: z
    .strictObject({ table: z.enum(viewTables, { error: 'invalid' }), ...viewFields, at: Instant })
    .check(z.refine(({ table, params }) => areViewParams(table, params), { path: ['params'], error: 'invalid' })),
  optimistic: (row, { at, ...fields }, { id }) => row ?? { ...fields, id, rev: 0, created_at: at, updated_at: at },
});

/** Renames a saved view, moves it, or replaces its filters and order. */
export const editSavedView = defineWrite({
  ...base,
  mode: 'patch',
  args: z
    .strictObject({
      name: z.optional(viewFields.name),
      params: z.optional(viewFields.params),
      position: z.optional(viewFields.position),
    })
    .check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' })),
  optimistic: (row, patch) => {
    if (row && patch.params && !areViewParams(row.table, patch.params))
      throw new Refused('invalid', { params: 'invalid' });
    return row && applyPatch(row, patch);
  },
});

export const deleteSavedView = defineWrite({
  ...base,
  mode: 'delete',
  args: z.strictObject({ at: Instant }),
  optimistic: () => null,
});
