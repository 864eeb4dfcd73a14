import { Id, Lang } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';

export const categoryColors = ['teal', 'amber', 'clay', 'plum', 'moss', 'slate'] as const;

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
  group: 'p2',
  schema: Category,
  indexes: 'id, position',
  policies: {},
});
