import { Id, Instant, LongText } from '../fields.ts';
import { allResults, directions, interactionKinds, taskResults } from '../values.ts';
import { z } from '../zod.ts';
import { PhoneNumber } from './contact.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const interactionFields = {
  kind: z.enum(interactionKinds, { error: 'invalid' }),
  direction: z.enum(directions, { error: 'invalid' }),
  /** When the interaction took place, by the phone's clock. */
  at: Instant,
  duration_s: z.int({ error: 'invalid' }).check(z.gte(0, { error: 'invalid' }), z.lte(43_200, { error: 'too_long' })),
  result: z.enum(allResults, { error: 'required' }),
  note: LongText,
  follow_up_at: z.nullable(Instant),
};

const isResultOfKind = ({ kind, result }: { kind: keyof typeof taskResults; result: string }) =>
  (taskResults[kind] as readonly string[]).includes(result);

/** Arguments for logging an interaction. Exactly one of contact, user and phone number must be given. */
export const InteractionLogArgs = z
  .strictObject({
    ...interactionFields,
    contact_id: z.nullable(Id),
    user_id: z.nullable(Id),
    phone_raw: z.nullable(PhoneNumber),
    task_id: z.nullable(Id),
  })
  .check(
    z.refine(isResultOfKind, { error: 'result_not_for_type', path: ['result'] }),
    z.refine(
      ({ contact_id, user_id, phone_raw }) =>
        [contact_id, user_id, phone_raw].filter((target) => target !== null).length === 1,
      { error: 'required', path: ['contact_id'] },
    ),
  );
export type InteractionLogArgs = z.infer<typeof InteractionLogArgs>;

export const InteractionEditArgs = z
  .strictObject({
    direction: z.optional(interactionFields.direction),
    at: z.optional(interactionFields.at),
    duration_s: z.optional(interactionFields.duration_s),
    result: z.optional(interactionFields.result),
    note: z.optional(interactionFields.note),
    follow_up_at: z.optional(interactionFields.follow_up_at),
  })
  .check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' }));
export type InteractionEditArgs = z.infer<typeof InteractionEditArgs>;

/** A past call, visit or message. */
export const Interaction = z.object({
  id: Id,
  rev: z.int(),
  contact_id: z.nullable(Id),
  user_id: z.nullable(Id),
  phone_raw: z.nullable(z.string()),
  kind: z.enum(interactionKinds),
  direction: z.enum(directions),
  at: Instant,
  duration_s: z.int(),
  result: z.enum(allResults),
  note: z.string(),
  follow_up_at: z.nullable(Instant),
  task_id: z.nullable(Id),
  author_id: Id,
  author_name: z.string(),
  created_at: Instant,
  updated_at: Instant,
});
export type Interaction = z.infer<typeof Interaction>;

export const interactions = defineEntity<Interaction>({
  ...stores.interactions,
  schema: Interaction,
  policies: { direction: 'lww', at: 'lww', duration_s: 'lww', result: 'ask', note: 'ask', follow_up_at: 'ask' },
  parents: [
    { entity: 'contacts', key: 'contact_id' },
    { entity: 'people', key: 'user_id' },
  ],
});
