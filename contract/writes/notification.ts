import { Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite } from './define.ts';

/** Marks a notification as read. The time of the first write is kept. */
export const markNotificationRead = defineWrite({
  entity: 'notifications',
  mode: 'command',
  v: 1,
  background: true,
  args: z.strictObject({ at: Instant }),
  optimistic: (row, { at }) => row && { ...row, read_at: row.read_at ?? at },
  documented: null,
});
