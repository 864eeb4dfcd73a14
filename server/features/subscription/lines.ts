import { sql } from 'kysely';
import type { Plan } from '../../../contract/entities/subscription.ts';
import type { Intent } from '../payments/provider.ts';
import type { LedgerContext } from '../payments/purpose.ts';

/** Prefix of the subject id of a renewal. The rest of the id is the end of the paid time that the renewal extends. */
const RENEWAL = 'renewal:';

export const renewalSubject = (until: string): string => `${RENEWAL}${until}`;

/** Returns the end of the paid time that an intent renews; null for a purchase. */
export const parseRenewalSubject = ({ subject_id }: Pick<Intent, 'subject_id'>): string | null =>
  subject_id.startsWith(RENEWAL) ? subject_id.slice(RENEWAL.length) : null;

/** Adds the line of an intent to the payment history. Returns false if the line is already there. */
export async function addLine(
  { tx, scope, received_at: at }: LedgerContext,
  { id, user_id, amount_cents }: Pick<Intent, 'id' | 'user_id' | 'amount_cents'>,
  { package_id, title, period, price_cents }: Plan,
  promo_code: string | null = null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('subscription_lines')
    .values({
      ...{ scope, id, user_id, at, package_id, period, price_cents, amount_cents, promo_code },
      ...{ title: JSON.stringify(title), status: 'pending', from_at: null, until_at: null, receipt_no: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Returns the line of an intent. */
export function lineOfIntent({ tx, scope }: LedgerContext, { id }: Pick<Intent, 'id'>) {
  return tx
    .selectFrom('subscription_lines')
    .selectAll()
    .where('scope', '=', scope)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function changeLine(
  { tx, scope }: LedgerContext,
  { id }: Pick<Intent, 'id'>,
  change: { status: 'paid' | 'failed' | 'refunded'; from_at?: string; until_at?: string; receipt_no?: number },
): Promise<void> {
  await tx.updateTable('subscription_lines').set(change).where('scope', '=', scope).where('id', '=', id).execute();
}

/**
 * Makes a user's paid periods start and end `ms` milliseconds earlier. Affects only periods that start at `after` or
 * later.
 */
export async function moveLines(
  { tx, scope }: LedgerContext,
  user_id: string,
  after: string,
  ms: number,
): Promise<void> {
  const movedTime = (column: 'from_at' | 'until_at') =>
    sql<string>`${sql.ref(column)} - ${ms} * interval '1 millisecond'`;
  await tx
    .updateTable('subscription_lines')
    .set({ from_at: movedTime('from_at'), until_at: movedTime('until_at') })
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('status', '=', 'paid')
    .where('from_at', '>=', after)
    .execute();
}
