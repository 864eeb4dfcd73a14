import { MAX_BULK_PEOPLE } from '../bulk-limits.ts';
import { Id } from '../fields.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';
import { peopleFilters } from './people-filters.ts';

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

/** What a bulk change does to each person: assigns them to the employee `consultant_id`, or adds a tag. */
const changeFields = {
  consultant_id: z.optional(z.uuid({ error: 'employee_required' })),
  tag: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
};

const hasOneChange = ({ consultant_id, tag }: { consultant_id?: string | undefined; tag?: string | undefined }) =>
  (consultant_id === undefined) !== (tag === undefined);

export const bulkPeople = defineCall({
  method: 'POST',
  path: '/api/team/bulk_update_users/',
  roles: staff,
  summary: 'Assign up to 100 people to an employee, or add a tag to them; each person gets an answer of their own',
  idempotent: true,
  body: z
    .strictObject({ user_ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_BULK_PEOPLE)), ...changeFields })
    .check(z.refine(hasOneChange, { error: 'invalid', path: ['tag'] })),
  reply: z.object({ answers: z.array(BulkAnswer) }),
});

export const bulkFilteredPeople = defineCall({
  method: 'POST',
  path: '/api/team/bulk_update_filtered_users/',
  roles: staff,
  summary:
    'Assign the people who match a filter, or add a tag to them: up to 100 people per request, in the order of their ids. The reply names the last person (`next`), after whom the following request continues; null at the end',
  idempotent: true,
  body: z
    .strictObject({
      filter: z.strictObject({ ...peopleFilters, search: z.optional(z.string().check(z.maxLength(200))) }),
      /** Id of the last person of the previous request. */
      after: z.optional(Id),
      /**
       * People whom this call leaves out even if they match the filter, because the client changes them with other
       * writes.
       */
      except_ids: z.optional(z.array(Id).check(z.maxLength(MAX_BULK_PEOPLE))),
      ...changeFields,
    })
    .check(z.refine(hasOneChange, { error: 'invalid', path: ['tag'] })),
  reply: z.object({
    answers: z.array(z.object({ ...BulkAnswer.shape, name: z.string() })),
    /** Ids of the people in `except_ids` who match the filter. */
    excepted: z.array(Id),
    next: z.nullable(Id),
  }),
});
