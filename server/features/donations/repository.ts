import { sql } from 'kysely';
import type { Donation } from '../../../contract/entities/donation.ts';
import { SAME_DONATION_MS, type PhotoType } from '../../../contract/values.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { countColumns, containsPattern, type PageResult, type PageSpan } from '../../http/paging.ts';
import { rowChange } from '../../sync/row-change.ts';
import { personName } from '../contacts/person.ts';
import { isDonationPhotoVisible, isDonationVisible } from './visible.ts';

const columns = [
  ...(['d.id', 'd.rev', 'd.donor_id', 'd.author_id', 'd.amount_cents', 'd.currency', 'd.purpose'] as const),
  ...([
    'd.fee_cents',
    'd.frequency',
    'd.recurring_id',
    'd.purpose_text',
    'd.method',
    'd.paid_at',
    'd.receipt',
    'd.comment',
    'd.is_anonymous',
  ] as const),
  ...(['d.state', 'd.reason', 'd.decided_by_id', 'd.decided_at', 'd.entered_at'] as const),
  ...(['d.created_at', 'd.updated_at'] as const),
  personName('p').as('donor_name'),
  personName('a').as('author_name'),
  sql<string | null>`case when d.decided_by_id is null then null else ${personName('b')} end`.as('decided_by_name'),
] as const;

/** Selects the photo of each donation; null if the caller may not see it. */
const photoOf = ({ caller }: RowsContext) =>
  sql<Donation['photo']>`case when d.photo_sha256 is not null and ${isDonationPhotoVisible(caller, 'd')}
    then jsonb_build_object('sha256', d.photo_sha256, 'mime', d.photo_mime) end`.as('photo');

const columnsFor = (context: RowsContext) => [...columns, photoOf(context)] as const;

/** Selects the donations that the caller can see. */
function visibleDonations({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('donations as d')
    .innerJoin('users as p', (join) => join.onRef('p.scope', '=', 'd.scope').onRef('p.id', '=', 'd.donor_id'))
    .innerJoin('users as a', (join) => join.onRef('a.scope', '=', 'd.scope').onRef('a.id', '=', 'd.author_id'))
    .leftJoin('users as b', (join) => join.onRef('b.scope', '=', 'd.scope').onRef('b.id', '=', 'd.decided_by_id'))
    .where('d.scope', '=', caller.scope)
    .where(isDonationVisible(caller, 'd'));
}

export async function readChangedDonations(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'donations'>[]> {
  const rows = await visibleDonations(context)
    .select(columnsFor(context))
    .$call(inRevRange('d.rev', 'd.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange({ ...row, deleted_at: null }));
}

export function readDonationPage(context: RowsContext, after: string | null, limit: number): Promise<Donation[]> {
  const query = visibleDonations(context).select(columnsFor(context)).orderBy('d.id').limit(limit);
  return (after === null ? query : query.where('d.id', '>', after)).execute();
}

export async function countDonations(context: RowsContext): Promise<number> {
  const query = visibleDonations(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function donationById(context: RowsContext, id: string): Promise<Donation | null> {
  const query = visibleDonations(context).select(columnsFor(context)).where('d.id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

/** Locks a donation that the caller can see; returns undefined if it is missing or hidden from the caller. */
export function lockDonation(context: RowsContext, id: string): Promise<Donation | undefined> {
  return visibleDonations(context)
    .select(columnsFor(context))
    .where('d.id', '=', id)
    .forNoKeyUpdate('d')
    .executeTakeFirst();
}

type Payment = Pick<Donation, 'id' | 'donor_id' | 'amount_cents' | 'method' | 'paid_at'>;

/**
 * Whether there is a possible duplicate of a donation: a donation that is not rejected, of the same person, with the
 * same amount and method, paid within 10 minutes. The rule is the same as that of `mayBeDuplicates` in the contract.
 */
export async function hasSimilarDonation(
  { tx, caller }: RowsContext,
  { id, donor_id, amount_cents, method, paid_at }: Payment,
): Promise<boolean> {
  const paid_ms = Date.parse(paid_at);
  const row = await tx
    .selectFrom('donations')
    .select('id')
    .where('scope', '=', caller.scope)
    .where('donor_id', '=', donor_id)
    .where('id', '<>', id)
    .where('amount_cents', '=', amount_cents)
    .where('method', '=', method)
    .where('state', '<>', 'rejected')
    .where('paid_at', '>=', new Date(paid_ms - SAME_DONATION_MS).toISOString())
    .where('paid_at', '<=', new Date(paid_ms + SAME_DONATION_MS).toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the column values of a donation, without the names, which are joined from another table. */
function columnsOf({ donor_name: _, author_name: __, decided_by_name: ___, photo, ...fields }: Donation) {
  return { ...fields, photo_sha256: photo?.sha256 ?? null, photo_mime: (photo?.mime ?? null) as PhotoType | null };
}

/** Inserts a donation; returns false if its id is already used. */
export async function insertDonation({ tx, caller }: RowsContext, donation: Donation): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('donations')
    .values({ ...columnsOf(donation), scope: caller.scope })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateDonation({ tx, caller }: RowsContext, donation: Donation): Promise<void> {
  const { id, ...values } = columnsOf(donation);
  await tx.updateTable('donations').set(values).where('scope', '=', caller.scope).where('id', '=', id).execute();
}

/** Returns a page of the donations of a person that the caller can see, newest first. */
export async function listDonations(
  context: RowsContext,
  donor_id: string,
  search: string | undefined,
  { offset, limit }: PageSpan,
): Promise<PageResult<Donation>> {
  const pattern = containsPattern(search);
  const all = visibleDonations(context).where('d.donor_id', '=', donor_id);
  const matches =
    pattern === null ? sql<boolean>`true` : sql<boolean>`(d.comment ilike ${pattern} or d.receipt ilike ${pattern})`;
  const page = all.where(matches).orderBy('d.paid_at', 'desc').orderBy('d.id').offset(offset).limit(limit);
  const counts = await all.select(countColumns(matches)).executeTakeFirstOrThrow();
  return { rows: await page.select(columnsFor(context)).execute(), ...counts };
}
