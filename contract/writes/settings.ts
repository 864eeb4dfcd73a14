import { textSizes, themes } from '../preference-values.ts';
import { learningShape, pushShape } from '../entities/me.ts';
import { Lang } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite, applyPatch } from './define.ts';

export const updateSettings = defineWrite({
  entity: 'me',
  mode: 'patch',
  v: 1,
  args: z
    .strictObject({
      language: z.optional(Lang),
      theme: z.optional(z.enum(themes)),
      text_size: z.optional(z.enum(textSizes)),
      ...pushShape,
      ...learningShape,
    })
    .check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' })),
  optimistic: (row, patch) => row && applyPatch(row, patch),
  documented: {
    call: 'accounts.set_language',
    to_body: (patch) => ({ language: patch.language }),
    from_body: () => null,
  },
});
