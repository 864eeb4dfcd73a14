import { Id, Instant, ShortText } from '../fields.ts';
import { handoverStates } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { entityNames, stores } from './stores.ts';

const kind = z.string().check(z.maxLength(60));

/**
 * Arguments of a handover offer: unsent work on a record that now belongs to another employee is offered to that
 * employee. `args` are the arguments of the original write.
 */
export const HandoverOfferArgs = z.strictObject({
  entity: z.enum(entityNames),
  entity_id: Id,
  kind,
  title: ShortText,
  args: z
    .record(z.string(), z.unknown())
    .check(z.refine((args) => JSON.stringify(args).length <= 20_000, { error: 'too_long' })),
  at: Instant,
});
export type HandoverOfferArgs = z.infer<typeof HandoverOfferArgs>;

export const Handover = z.object({
  id: Id,
  rev: z.int(),
  from_id: Id,
  from_name: z.string(),
  /** Null until the server has determined the current owner of the record. */
  to_id: z.nullable(Id),
  to_name: z.nullable(z.string()),
  entity: z.enum(entityNames),
  entity_id: Id,
  kind,
  title: z.string(),
  args: z.record(z.string(), z.unknown()),
  state: z.enum(handoverStates),
  /** When the sender made the original write, by the clock of the sender's phone. */
  at: Instant,
  created_at: Instant,
  updated_at: Instant,
});
export type Handover = z.infer<typeof Handover>;

export const handovers = defineEntity<Handover>({ ...stores.handovers, schema: Handover, policies: {} });
