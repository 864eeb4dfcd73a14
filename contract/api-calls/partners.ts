import { partnerFields } from '../entities/partner.ts';
import { phoneOrEmail } from '../entities/lead-args.ts';
import { Person } from '../entities/person.ts';
import { Id, Instant } from '../fields.ts';
import { MAX_COMMISSION_PERCENT, MAX_PARTNER_FILES } from '../values.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';
import { leadBody } from './people.ts';

/**
 * Payments of a partner's branch (the people below the partner in the tree of referrers) in one calendar month in UTC,
 * in cents.
 */
export const CommissionMonth = z.object({
  /** The month as YYYY-MM. */
  month: z.string(),
  donations_cents: z.int(),
  subscriptions_cents: z.int(),
  /** Amount that was refunded in this month, whenever the payment was made. */
  refunds_cents: z.int(),
  /** The share of the partner; negative in a month with more refunds than payments. */
  commission_cents: z.int(),
});
export type CommissionMonth = z.infer<typeof CommissionMonth>;

export const Commission = z.object({
  percent: z.int().check(z.gte(1), z.lte(MAX_COMMISSION_PERCENT)),
  /** How many people are below the partner in the tree of referrers. */
  people: z.int(),
  /** The last twelve months in which money was paid or refunded, latest first. */
  months: z.array(CommissionMonth),
  at: Instant,
});
export type Commission = z.infer<typeof Commission>;

const FORMS_PER_MINUTE = 20;

export const partnerCalls = {
  'partners.create': defineCall({
    method: 'POST',
    path: '/api/accounts/user/create_partner_user/',
    roles: staff,
    summary: 'Create a partner for whom the caller is responsible, with up to five files',
    idempotent: true,
    encoding: 'multipart',
    files: ['files'],
    documents: MAX_PARTNER_FILES,
    per_minute: FORMS_PER_MINUTE,
    body: z
      .strictObject({
        ...leadBody,
        company: z._default(partnerFields.company, ''),
        partner_note: z._default(partnerFields.partner_note, ''),
      })
      .check(phoneOrEmail),
    status: 201,
    success: 'partner_created',
    reply: Person,
  }),
  'partners.details': defineCall({
    method: 'POST',
    path: '/api/accounts/user/get_partner_details/',
    roles: staff,
    summary: 'A partner and, if a commission was agreed, what it amounts to in each of the last months',
    idempotent: false,
    body: z.strictObject({ user_id: Id }),
    reply: z.object({ user: Person, commission: z.nullable(Commission) }),
  }),
};
