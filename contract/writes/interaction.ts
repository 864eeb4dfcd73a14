import { InteractionEditArgs, InteractionLogArgs } from '../entities/interaction.ts';
import { Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite, applyPatch } from './define.ts';

export const logInteraction = defineWrite({
  entity: 'interactions',
  mode: 'create',
  v: 1,
  args: InteractionLogArgs,
  optimistic: (row, args, { id, user_id, user_name, at }) =>
    row ?? { ...args, id, rev: 0, author_id: user_id, author_name: user_name, created_at: at, updated_at: at },
  documented: null,
});

/** Edits a logged interaction; allowed only for its author. */
export const editInteraction = defineWrite({
  entity: 'interactions',
  mode: 'patch',
  v: 1,
  args: InteractionEditArgs,
  optimistic: (row, patch) => row && applyPatch(row, patch),
  documented: null,
});

/** Deletes a logged interaction; allowed only for its author. */
export const deleteInteraction = defineWrite({
  entity: 'interactions',
  mode: 'delete',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: () => null,
  documented: null,
});
