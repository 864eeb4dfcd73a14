import { sql } from 'kysely';
import type { Handover } from '../../../contract/entities/handover.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { Caller, RowChange, RowsContext } from '../../handlers.ts';
import { rowChange } from '../../sync/row-change.ts';
import { personName } from '../contacts/person.ts';

/**
 * Columns of a handover. The sender sees the offer as they wrote it; only the recipient sees the person whom the offer
 * is about.
 */
function columnsFor({ user_id }: Caller) {
  const showsOriginal = sql<boolean>`(h.from_id = ${user_id} and h.sent is not null)`;
  return [
    ...(['h.id', 'h.rev', 'h.from_id', 'h.to_id', 'h.entity', 'h.kind', 'h.title'] as const),
    ...(['h.state', 'h.at', 'h.created_at', 'h.updated_at'] as const),
    sql<string>`case when ${showsOriginal} then h.sent ->> 'entity_id' else h.entity_id end`.as('entity_id'),
    sql<Handover['args']>`case when ${showsOriginal} then h.sent -> 'args' else h.args end`.as('args'),
    personName('f').as('from_name'),
    personName('t').as('to_name'),
  ] as const;
}

/** Selects the handovers that were offered by or to the caller. */
function ownHandovers({ tx, caller }: RowsContext) {
  return tx
    .selectFrom('handovers as h')
    .innerJoin('users as f', (join) => join.onRef('f.scope', '=', 'h.scope').onRef('f.id', '=', 'h.from_id'))
    .innerJoin('users as t', (join) => join.onRef('t.scope', '=', 'h.scope').onRef('t.id', '=', 'h.to_id'))
    .where('h.scope', '=', caller.scope)
    .where((eb) => eb.or([eb('h.from_id', '=', caller.user_id), eb('h.to_id', '=', caller.user_id)]));
}

const notDeleted = (context: RowsContext) => ownHandovers(context).where('h.deleted_at', 'is', null);

export async function readChangedHandovers(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'handovers'>[]> {
  const rows = await ownHandovers(context)
    .select([...columnsFor(context.caller), 'h.deleted_at'])
    .$call(inRevRange('h.rev', 'h.id', { after, upTo, limit }))
    .execute();
  return rows.map((row) => rowChange(row));
}

export function readHandoverPage(context: RowsContext, after: string | null, limit: number): Promise<Handover[]> {
  const query = notDeleted(context).select(columnsFor(context.caller)).orderBy('h.id').limit(limit);
  return (after === null ? query : query.where('h.id', '>', after)).execute();
}

export async function countHandovers(context: RowsContext): Promise<number> {
  const query = notDeleted(context).select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function handoverById(context: RowsContext, id: string): Promise<Handover | null> {
  return (
    (await notDeleted(context).select(columnsFor(context.caller)).where('h.id', '=', id).executeTakeFirst()) ?? null
  );
}

/** Locks a handover that was offered to the caller; returns undefined for other handovers. */
export async function lockOfferedHandover(context: RowsContext, id: string): Promise<Handover | undefined> {
  return notDeleted(context)
    .select(columnsFor(context.caller))
    .where('h.id', '=', id)
    .where('h.to_id', '=', context.caller.user_id)
    .forUpdate('h')
    .executeTakeFirst();
}

/** The record id and args that the sender wrote, if they differ from those that the recipient gets. */
export type SentOffer = Pick<Handover, 'entity_id' | 'args'>;

/** Inserts a handover; returns false if its id is already used. */
export async function insertHandover(
  { tx, caller }: RowsContext,
  row: Omit<Handover, 'from_name' | 'to_name' | 'to_id'> & { to_id: string; sent: SentOffer | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('handovers')
    .values({
      ...row,
      args: JSON.stringify(row.args),
      sent: row.sent && JSON.stringify(row.sent),
      scope: caller.scope,
      field_revs: '{}',
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function setHandoverState(
  { tx, caller }: RowsContext,
  { id, state, rev, updated_at }: Pick<Handover, 'id' | 'state' | 'rev' | 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('handovers')
    .set({ state, rev, updated_at, field_revs: JSON.stringify({ state: rev }) })
    .where('scope', '=', caller.scope)
    .where('id', '=', id)
    .execute();
}
