import {
  accountOrderings,
  accountRoles,
  accountStates,
  partnerOrders,
  personStatuses,
  structureOrders,
} from '../filter-values.ts';
import { Id, Instant, text } from '../fields.ts';
import { donationOrders, employeeOrders, employeeStates, leadOrders } from '../table-orders.ts';
import { donationMethods, donationStates, viewTables } from '../values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

const filterText = z.optional(text(1, 200));
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) => z.optional(z.enum(values));

/** The filters and the order of each table, named like the search parameters of the table's screen. */
const paramsOf = {
  people: z.strictObject({
    ...{
      q: filterText,
      language: filterText,
      country: filterText,
      responsible: filterText,
      tag: filterText,
      group: filterText,
    },
    ...{ status: oneOf(personStatuses), order: oneOf(structureOrders) },
  }),
  partners: z.strictObject({
    ...{ q: filterText, responsible: filterText, status: oneOf(personStatuses), commission: oneOf(['yes', 'no']) },
    ...{ sort: oneOf(partnerOrders), down: oneOf(['1']) },
  }),
  users: z.strictObject({
    ...{ q: filterText, role: oneOf(accountRoles), access: oneOf(accountStates), order: oneOf(accountOrderings) },
  }),
  leads: z.strictObject({
    ...{ language: filterText, country: filterText, status: oneOf(personStatuses) },
    ...{ sort: oneOf(leadOrders), down: oneOf(['1']) },
  }),
  donations: z.strictObject({
    ...{ donation_state: oneOf(donationStates), method: oneOf(donationMethods) },
    ...{ sort: oneOf(donationOrders), down: oneOf(['1']) },
  }),
  employees: z.strictObject({
    ...{ work_state: oneOf(employeeStates), language: filterText, country: filterText },
    ...{ sort: oneOf(employeeOrders), down: oneOf(['1']) },
  }),
} satisfies Record<(typeof viewTables)[number], z.ZodMiniType>;

/** Whether `params` are filters and an order of the table. */
export const areViewParams = (table: SavedView['table'], params: unknown): boolean =>
  paramsOf[table].safeParse(params).success;

const MAX_PARAMS = 12;

export const viewFields = {
  name: text(1, 60),
  params: z
    .record(z.string().check(z.maxLength(20)), z.string().check(z.maxLength(200, { error: 'too_long' })))
    .check(z.refine((params) => Object.keys(params).length <= MAX_PARAMS, { error: 'invalid' })),
  position: z.int().check(z.gte(0), z.lte(10_000)),
};

/** Filters and an order of a table that an employee has saved under a name. Only that employee sees the view. */
export const SavedView = z.object({
  id: Id,
  rev: z.int(),
  table: z.enum(viewTables),
  name: z.string(),
  params: z.record(z.string(), z.string()),
  position: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type SavedView = z.infer<typeof SavedView>;

export const savedViews = defineEntity<SavedView>({
  ...stores.saved_views,
  schema: SavedView,
  policies: { name: 'lww', params: 'lww', position: 'lww' },
});
