import { sql } from 'kysely';
import type { LedgerPayment } from '../../../contract/api-calls/accounting.ts';
import type { HandlerContext } from '../../handlers.ts';
import { containsPattern, countColumns, type PageResult, type PageSpan } from '../../http/paging.ts';
import { personName } from '../contacts/person.ts';
import { isPersonVisible } from '../contacts/visible.ts';
import { titlesOf } from './titles.ts';

interface Filter extends PageSpan {
  /** If set, only payments of this person are listed. */
  user_id: string | undefined;
  /** If set, only payments with this text in the payer's name or the stored title are listed. */
  search: string | undefined;
}

/**
 * Returns the payments of the people in the caller's care, latest first, with titles in the caller's language. All
 * people are in the care of an admin.
 */
export async function listPayments(
  context: HandlerContext,
  { user_id, search, offset, limit }: Filter,
): Promise<PageResult<LedgerPayment>> {
  const { tx, scope, caller } = context;
  const name = personName('u');
  const pattern = containsPattern(search);
  const matches =
    pattern === null ? sql<boolean>`true` : sql<boolean>`(${name} ilike ${pattern} or i.title ilike ${pattern})`;
  let payments = tx
    .selectFrom('payment_intents as i')
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'i.scope').onRef('u.id', '=', 'i.user_id'))
    .where('i.scope', '=', scope);
  if (caller.principal !== 'admin') payments = payments.where(isPersonVisible(caller, 'u'));
  if (user_id !== undefined) payments = payments.where('i.user_id', '=', user_id);
  const rows = await payments
    .where(matches)
    .select(['i.id', 'i.user_id', name.as('user_name'), 'i.purpose', 'i.title', 'i.amount_cents', 'i.currency'])
    .select(['i.subject_id', 'i.state', 'i.created_at', 'i.settled_at as paid_at'])
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const titles = await titlesOf(context, rows, caller.user.language);
  return {
    rows: rows.map(({ subject_id: _, ...row }) => ({ ...row, title: titles.get(row.id) ?? row.title })),
    ...(await payments.select(countColumns(matches)).executeTakeFirstOrThrow()),
  };
}
