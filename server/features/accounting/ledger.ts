import { sql } from 'kysely';
import type { LedgerMonth } from '../../../contract/api-calls/accounting.ts';
import { manualMethods } from '../../../contract/values.ts';
import type { Scoped } from '../../db/tables.ts';

// The lines and sums of the ledger by calendar month in UTC. Sums are computed from the recorded state changes of
// payments, never from a stored total.

/**
 * A line of the export: a state change of a payment, or the confirmation of a donation that was not paid through the
 * payment provider.
 */
export interface LedgerLine {
  at: string;
  id: string;
  source: 'payment' | 'donation';
  record_id: string;
  user_id: string;
  user_name: string;
  purpose: string;
  title: string;
  amount_cents: number;
  currency: string;
  from_state: string | null;
  to_state: string;
  cause: string;
  /** Name of the payment provider, or the way in which a donation was paid. */
  method: string;
  provider_id: string | null;
  /** Number on the receipt of a subscription payment. */
  receipt_no: number | null;
  /** Receipt code of a donation. */
  receipt_code: string | null;
  /**
   * The amount that the line adds to the sum of its month, in cents: positive for a received payment, negative for a
   * refund.
   */
  money_cents: number;
}

/** SQL for the amount that a state change of a payment adds to the sum of its month, in cents. */
const moneyCents = sql<number>`case when e.from_state is not distinct from e.to_state then 0
  when e.to_state = 'succeeded' then i.amount_cents
  when e.to_state = 'refunded' then -i.amount_cents else 0 end`;

const methods = sql.join(manualMethods.map((method) => sql.lit(method)));

/** A span of time in whole milliseconds. It includes the instant `from` but not the instant `until`. */
type Span = readonly [from: string, until: string];

const isWithin = (column: string, span: Span | undefined) =>
  span ? sql`and ${sql.ref(column)} >= ${span[0]} and ${sql.ref(column)} < ${span[1]}` : sql``;

/**
 * SQL for the ledger lines of a scope, of all time or within a span. Times are truncated to milliseconds, so that a
 * page can begin after the last line of the previous page. The span is compared with the stored times, because these
 * are indexed.
 */
const linesOf = (scope: string, span?: Span) => sql<LedgerLine>`
  select date_trunc('milliseconds', e.at) as at, e.id, 'payment' as source, i.id as record_id, i.user_id, i.purpose,
    i.title, i.amount_cents, i.currency, e.from_state, e.to_state, e.cause, i.provider as method,
    i.payment_id as provider_id,
    l.receipt_no, null as receipt_code, ${moneyCents} as money_cents
  from payment_events e
  join payment_intents i on i.scope = e.scope and i.id = e.intent_id
  left join subscription_lines l on l.scope = i.scope and l.id = i.id
  where e.scope = ${scope} ${isWithin('e.at', span)}
  union all
  select date_trunc('milliseconds', d.decided_at), d.id, 'donation', d.id, d.donor_id, d.purpose, d.purpose_text,
    d.amount_cents, d.currency, 'submitted', d.state, 'confirmed', d.method, null, null, d.receipt, d.amount_cents
  from donations d
  where d.scope = ${scope} and d.state = 'confirmed' and d.method in (${methods})
    ${isWithin('d.decided_at', span)}`;

/** Returns the first instants of a month and of the following month. */
function spanOf(month: string): Span {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return [from.toISOString(), until.toISOString()];
}

/** Number of lines per batch. */
const BATCH = 500;

/** Yields all lines of a month in chronological order, one batch at a time. */
export async function* ledgerLines({ tx, scope }: Scoped, month: string, batch = BATCH): AsyncGenerator<LedgerLine[]> {
  const [from, until] = spanOf(month);
  let after: Pick<LedgerLine, 'at' | 'id'> = { at: from, id: '' };
  for (;;) {
    const { rows } = await sql<LedgerLine>`
      select x.*, trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) as user_name
      from (${linesOf(scope, [after.at, until])}) x left join users u on u.scope = ${scope} and u.id = x.user_id
      where (x.at, x.id) > (${after.at}::timestamptz, ${after.id})
      order by x.at, x.id limit ${batch}`.execute(tx);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last;
  }
}

/** Number of months whose sums are shown. */
const MONTHS = 24;

/** Returns the sums of the last months in which money was paid or refunded, latest first. */
export async function readLedgerMonths({ tx, scope }: Scoped): Promise<LedgerMonth[]> {
  const { rows } = await sql<LedgerMonth>`
    select to_char(x.at at time zone 'UTC', 'YYYY-MM') as month,
      count(*) filter (where x.source = 'payment' and x.money_cents > 0)::int as payments,
      coalesce(sum(x.money_cents) filter (where x.source = 'payment' and x.money_cents > 0), 0)::bigint as paid_cents,
      coalesce(-sum(x.money_cents) filter (where x.money_cents < 0), 0)::bigint as refunded_cents,
      coalesce(sum(x.money_cents) filter (where x.source = 'donation'), 0)::bigint as donated_cents,
      sum(x.money_cents)::bigint as total_cents
    from (${linesOf(scope)}) x where x.money_cents <> 0
    group by 1 order by 1 desc limit ${MONTHS}`.execute(tx);
  return rows;
}
