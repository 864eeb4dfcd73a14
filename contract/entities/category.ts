import { Id, Lang } from '../fields.ts';
import { categoryColors } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

export const Category = z.object({
  id: Id,
  rev: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  language: Lang,
  color: z.enum(categoryColors),
  position: z.int(),
});
export type Category = z.infer<typeof Category>;

export const categories = defineEntity<Category>({
  ...stores.categories,
  schema: Category,
  policies: {},
});
