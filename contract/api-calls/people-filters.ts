import { Country } from '../contact-fields.ts';
import { Id, Lang } from '../fields.ts';
import { personStatuses } from '../filter-values.ts';
import { z } from '../zod.ts';

/** Filters of the people list; a person must match all that are given. */
export const peopleFilters = {
  status: z.optional(z.array(z.enum(personStatuses)).check(z.maxLength(4))),
  responsible_id: z.optional(Id),
  language: z.optional(Lang),
  country: z.optional(Country),
  tags: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  groups: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20))),
};
