import { LedgerMonth, LedgerPayment, AccountingReport } from '../../../contract/api-calls/accounting.ts';
import { z } from '../../../contract/zod.ts';
import { savedPerson } from '../../db/queries/people.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { accountingKeys, type PageMeta } from '../../lib/cached-pages.ts';

export interface PaymentsPage {
  rows: LedgerPayment[];
  /** Number of the next page of payments. */
  next: number | null;
  at: string;
}

/** Returns a page of payments as last fetched; null if it was never fetched. */
export async function savedPayments(db: PhoneDb, person: string, page: number): Promise<PaymentsPage | null> {
  const cachedPage = await db.pages.get(accountingKeys.payments(person, page));
  const rows = z.array(LedgerPayment).safeParse(cachedPage?.rows);
  if (!cachedPage || !rows.success) return null;
  return { rows: rows.data, next: (cachedPage.about as PageMeta).next, at: cachedPage.fetched_at };
}

/** Returns the name of a person on this device; an empty string for a person who is not on it. */
export async function savedPersonName(db: PhoneDb, id: string): Promise<string> {
  const person = await savedPerson(db, id);
  return person ? [person.first_name, person.last_name].filter(Boolean).join(' ') : '';
}

export interface AccountingSummary {
  months: { rows: LedgerMonth[]; at: string } | null;
  /** `report` is null before the first nightly check. */
  report: { report: AccountingReport | null; at: string } | null;
}

/** Returns the monthly sums and the report of the nightly check as last fetched. */
export async function savedAccountingSummary(db: PhoneDb): Promise<AccountingSummary> {
  const [months, report] = await db.pages.bulkGet([accountingKeys.months, accountingKeys.report]);
  const rows = z.array(LedgerMonth).safeParse(months?.rows);
  const parsed = z.nullable(AccountingReport).safeParse(report?.rows[0] ?? null);
  return {
    months: months && rows.success ? { rows: rows.data, at: months.fetched_at } : null,
    report: report && parsed.success ? { report: parsed.data, at: report.fetched_at } : null,
  };
}
