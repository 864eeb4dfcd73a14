import { Id } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

/**
 * Result of a bulk change for one person: `changed`; `unchanged` if the person already had this employee or tag;
 * `conflict` if the person's state or the daily limit forbids the change; `forbidden` if the caller is not responsible
 * for the person.
 */
export const BulkAnswer = z.object({
  user_id: Id,
  answer: z.enum(['changed', 'unchanged', 'conflict', 'forbidden']),
  /** Error code for `conflict` and `forbidden`; otherwise null. */
  code: z.nullable(z.string()),
});
export type BulkAnswer = z.infer<typeof BulkAnswer>;

/** Maximum number of people in one bulk change. */
export const MAX_BULK = 100;

export const bulkPeople = defineCall({
  method: 'POST',
  path: '/api/team/bulk_update_users/',
  roles: staff,
  summary: 'Assign up to 100 people to an employee, or add a tag to them; each person gets an answer of their own',
  idempotent: true,
  body: z
    .strictObject({
      user_ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_BULK)),
      consultant_id: z.optional(z.uuid({ error: 'employee_required' })),
      tag: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    })
    .check(
      z.refine(({ consultant_id, tag }) => (consultant_id === undefined) !== (tag === undefined), {
        error: 'invalid',
        path: ['tag'],
      }),
    ),
  reply: z.object({ answers: z.array(BulkAnswer) }),
});
