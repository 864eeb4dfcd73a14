import { Id, Texts } from '../fields.ts';
import { subscriptionPeriods } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const Period = z.enum(subscriptionPeriods, { error: 'invalid' });

/**
 * A package that users subscribe to. One record contains all languages, so that a subscription can refer to it by one
 * id.
 */
export const Package = z.object({
  id: Id,
  rev: z.int(),
  title: Texts,
  features: z.array(Texts),
  /** Price of each period on offer, in cents. */
  prices: z.partial(z.object({ week: z.int(), month: z.int(), quarter: z.int(), half_year: z.int(), year: z.int() })),
  popular: z.boolean(),
  position: z.int(),
});
export type Package = z.infer<typeof Package>;

export const packages = defineEntity<Package>({ ...stores.packages, schema: Package, policies: {} });
