import { Id, Instant, text } from '../fields.ts';
import { personEventKinds } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const NoteText = text(1, 4000);

/**
 * An entry of a person's timeline other than tasks, calls and requests. `detail`: `text` of a note; `from` and `to` of
 * a status, with `reason` and `text`; `to_name` and `note` of a transfer; `fields` of settings; `step` of a login link.
 */
export const PersonEvent = z.object({
  id: Id,
  rev: z.int(),
  person_id: Id,
  kind: z.enum(personEventKinds),
  at: Instant,
  /** Null if done by the system. */
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
