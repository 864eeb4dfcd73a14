import { Id, Instant } from '../fields.ts';
import { PageQuery, pageSchema } from '../paging.ts';
import { paymentStates } from '../states/payment.ts';
import { accountingProblems, paymentPurposes, providerAnswers } from '../values.ts';
import { z } from '../zod.ts';
import { defineCall, staff } from './define.ts';

const admin = ['admin'] as const;

/** A calendar month in UTC, as YYYY-MM. */
export const Month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'invalid' }));

/** A payment in the ledger, as employees see it. */
export const LedgerPayment = z.object({
  id: Id,
  user_id: Id,
  /** Empty for an account that was deleted. */
  user_name: z.string(),
  purpose: z.enum(paymentPurposes),
  title: z.string(),
  amount_cents: z.int(),
  currency: z.string(),
  state: z.enum(paymentStates),
  created_at: Instant,
  /** When the payment arrived; null if it has not. */
  paid_at: z.nullable(Instant),
});
export type LedgerPayment = z.infer<typeof LedgerPayment>;

/** Income of a month. A payment counts in the month in which it arrives, a refund in the month in which it is made. */
export const LedgerMonth = z.object({
  month: z.string(),
  payments: z.int(),
  paid_cents: z.int(),
  refunded_cents: z.int(),
  /** Donations that were not paid through the payment provider; they count when they are confirmed. */
  donated_cents: z.int(),
  /** Payments minus refunds, plus donations. */
  total_cents: z.int(),
});
export type LedgerMonth = z.infer<typeof LedgerMonth>;

/** A problem found by the nightly check of the ledger, the subscriptions and the payment provider. */
export const AccountingProblem = z.object({
  kind: z.enum(accountingProblems),
  /** Id of the payment or, if there is no payment, of the line in the payment history of the subscription. */
  payment_id: z.nullable(Id),
  user_id: z.nullable(Id),
  user_name: z.string(),
  /** The values that were expected and found, if they can be compared. */
  expected: z.nullable(z.string()),
  found: z.nullable(z.string()),
});
export type AccountingProblem = z.infer<typeof AccountingProblem>;

/** The report of one nightly check. */
export const AccountingReport = z.object({
  checked_at: Instant,
  payments: z.int(),
  subscriptions: z.int(),
  /** Number of payments whose state was requested from the provider. */
  provider_payments: z.int(),
  provider: z.enum(providerAnswers),
  /** Number of all problems; `problems` contains only the first ones. */
  problem_count: z.int(),
  problems: z.array(AccountingProblem),
});
export type AccountingReport = z.infer<typeof AccountingReport>;

export const accountingCalls = {
  'accounting.payments': defineCall({
    method: 'POST',
    path: '/api/accounting/payments/',
    roles: staff,
    summary:
      'Payments of the people in the caller’s care, for an admin of everyone, latest first; with `user_id`, of one person',
    idempotent: false,
    query: PageQuery,
    body: z.strictObject({ user_id: z.optional(Id) }),
    reply: pageSchema(LedgerPayment),
  }),
  'accounting.months': defineCall({
    method: 'GET',
    path: '/api/accounting/months/',
    roles: admin,
    summary: 'Sums of the last 24 months that have payments, latest first',
    idempotent: false,
    reply: z.array(LedgerMonth),
  }),
  'accounting.report': defineCall({
    method: 'GET',
    path: '/api/accounting/report/',
    roles: admin,
    summary:
      'The report of the last nightly check of ledger, subscriptions and payment provider; null before the first',
    idempotent: false,
    reply: z.object({ report: z.nullable(AccountingReport) }),
  }),
  'accounting.ledger': defineCall({
    method: 'GET',
    path: '/api/accounting/ledger/{month}/',
    roles: admin,
    summary:
      'Every state change of a month as CSV, with confirmed donations. `money` adds up to the total of the month',
    idempotent: false,
    params: z.strictObject({ month: Month }),
    reply: z.string(),
    stream: true,
  }),
};
