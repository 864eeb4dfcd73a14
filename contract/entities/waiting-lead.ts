import { Id, Instant, Lang } from '../fields.ts';
import { personSources } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/**
 * A lead in the pool, as every employee sees it until one of them takes it. It contains neither phone number nor last
 * name.
 */
export const WaitingLead = z.object({
  /** Equals the id of the person. */
  id: Id,
  rev: z.int(),
  first_name: z.string(),
  city: z.string(),
  country: z.nullable(z.string()),
  language: Lang,
  waiting_since: Instant,
  source: z.nullable(z.enum(personSources)),
});
export type WaitingLead = z.infer<typeof WaitingLead>;

export const waitingLeads = defineEntity<WaitingLead>({ ...stores.waiting_leads, schema: WaitingLead, policies: {} });
