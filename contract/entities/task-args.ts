import { Id, Instant, instantSchema, LongText, ShortText, text } from '../fields.ts';
import { z } from '../zod.ts';
import { directions, reminderMinutes, taskTypes } from '../values.ts';
import { priorities } from '../filter-values.ts';
import { PhoneNumber } from './contact.ts';

/** When to remind the user, in minutes before the start; one of `reminderMinutes`. */
export const Reminder = z
  .int()
  .check(z.refine((value) => (reminderMinutes as readonly number[]).includes(value), { error: 'invalid' }));

const Reminders = z.array(Reminder).check(z.maxLength(3, { error: 'too_long' }));

/** Schemas of the task fields as a user enters them. */
export const taskFields = {
  type: z.enum(taskTypes, { error: 'invalid' }),
  title: text(1, 120),
  place: ShortText,
  description: LongText,
  start_at: instantSchema('start_required'),
  end_at: Instant,
  priority: z.enum(priorities, { error: 'invalid' }),
  linked_user_id: z.nullable(Id),
  contact_id: z.nullable(Id),
  direction: z.nullable(z.enum(directions, { error: 'invalid' })),
  phone_used: z.nullable(PhoneNumber),
  /** Name of the linked person or contact as the phone knows it, for display; the server looks up the name itself. */
  linked_name: z.nullable(z.string().check(z.maxLength(201))),
  reminders: Reminders,
};

export const TaskCreateArgs = z.strictObject({
  ...taskFields,
  contact_id: z.optional(taskFields.contact_id),
  direction: z.optional(taskFields.direction),
  phone_used: z.optional(taskFields.phone_used),
  follow_up_of: z.nullable(Id),
  source: z.enum(['manual', 'follow_up']),
  at: Instant,
});
export type TaskCreateArgs = z.infer<typeof TaskCreateArgs>;

const { start_at: _start, linked_name: _name, end_at, reminders, ...others } = taskFields;

/**
 * The fields that an edit can change; the start is changed by rescheduling. The order of the fields is part of the wire
 * format and must not change.
 */
export const taskEditShape = z.partial(z.object({ ...others, end_at, reminders })).shape;

export const TaskEditArgs = z
  .strictObject(taskEditShape)
  .check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' }));
export type TaskEditArgs = z.infer<typeof TaskEditArgs>;
