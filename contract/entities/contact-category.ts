import { Id, Instant, text } from '../fields.ts';
import { contactColors } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const categoryFields = {
  name: text(1, 40),
  color: z.enum(contactColors, { error: 'invalid' }),
  position: z.int().check(z.gte(0), z.lte(10_000)),
};

/** A category in a user's address book. */
export const ContactCategory = z.object({
  id: Id,
  rev: z.int(),
  owner_id: Id,
  name: z.string(),
  color: z.enum(contactColors),
  position: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type ContactCategory = z.infer<typeof ContactCategory>;

export const contactCategories = defineEntity<ContactCategory>({
  ...stores.contact_categories,
  schema: ContactCategory,
  policies: { name: 'ask', color: 'lww', position: 'lww' },
});
