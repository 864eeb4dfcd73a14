import { Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

/** Marks a news item as read. The time of the first write is kept. */
export const markNewsRead = defineWrite({
  entity: 'news_reads',
  mode: 'command',
  v: 1,
  background: true,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, { at }, { id }) => row ?? { id, rev: 0, read_at: at },
  documented: null,
});
