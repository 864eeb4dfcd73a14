import { Id, Instant, text } from '../fields.ts';
import { personEventKinds } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const NoteText = text(1, 4000);

/**
 * An entry in a person's timeline that is not a task, call or request. `detail` depends on `kind`: a note has `text`; a
 * status change has `from` and `to`, with `reason` and `text`; a transfer has `to_name` and `note`; a change of
 * settings has `fields`; a login link has `step`; a form that the person sent from a landing page has `page` and
 * `text`.
 */
export const PersonEvent = z.object({
  id: Id,
  rev: z.int(),
  person_id: Id,
  kind: z.enum(personEventKinds),
  at: Instant,
  /** Null if the system caused the event. */
  by_id: z.nullable(Id),
  by_name: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type PersonEvent = z.infer<typeof PersonEvent>;

export const personEvents = defineEntity<PersonEvent>({
  ...stores.person_events,
  schema: PersonEvent,
  policies: {},
  parents: [{ entity: 'people', key: 'person_id' }],
});
