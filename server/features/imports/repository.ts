import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { ImportPlanRow, ImportRow } from '../../../contract/api-calls/imports.ts';
import type { Disposition } from '../../../contract/filter-values.ts';
import type { ImportOrder } from '../../../contract/table-orders.ts';
import { rowGroups, UNDO_DAYS, type ImportState, type RowGroup } from '../../../contract/imports/fields.ts';
import type { ImportTables } from '../../db/import-tables.ts';
import type { HandlerContext, RowsContext } from '../../handlers.ts';
import { containsPattern, countColumns, type PageResult, type PageSpan } from '../../http/paging.ts';
import { personName } from '../contacts/person.ts';

export type Import = Selectable<ImportTables['imports']>;
export type StoredRow = Selectable<ImportTables['import_rows']>;

const DAY_MS = 86_400_000;

const counts = [
  ...(['i.total', 'i.created', 'i.updated', 'i.unchanged', 'i.skipped', 'i.failed', 'i.warnings', 'i.done'] as const),
  ...(['i.reverted', 'i.kept', 'i.changed'] as const),
] as const;

const columns = [
  ...(['i.id', 'i.filename', 'i.state', 'i.plan_hash', 'i.planned_at', 'i.created_by', 'i.created_at'] as const),
  ...(['i.finished_at'] as const),
  ...counts,
  personName('c').as('created_by_name'),
  'same.at as same_file_at',
  'same.by as same_file_by',
] as const;

/**
 * The previous import of the same file, by any employee. It reveals nothing about people to the caller, who has the
 * file. The query that counts imports leaves out this expression, which would otherwise be evaluated for each import.
 */
const lastOfSameFile = sql<{
  at: string | null;
  by: string | null;
}>`(select s.created_at as at, ${personName('a')} as by
  from imports s join users a on a.scope = s.scope and a.id = s.created_by
  where s.scope = i.scope and s.sha256 = i.sha256 and s.id <> i.id and s.created_at < i.created_at
    and s.started_at is not null and s.state not in ('reverting', 'reverted')
  order by s.created_at desc limit 1)`.as<'same'>(sql.ref('same'));

/**
 * Selects the imports that the caller can see: the caller's own, for a manager those of the team, and for an admin all.
 */
function visibleImports({ tx, caller }: RowsContext) {
  const { scope, user_id, is_manager, user } = caller;
  const isOfTeam = sql<boolean>`c.responsible_id = ${user_id}`;
  return tx
    .selectFrom('imports as i')
    .innerJoin('users as c', (join) => join.onRef('c.scope', '=', 'i.scope').onRef('c.id', '=', 'i.created_by'))
    .where('i.scope', '=', scope)
    .where(
      sql<boolean>`(i.created_by = ${user_id} or (${is_manager}::boolean and ${isOfTeam}) or ${user.is_superuser}::boolean)`,
    );
}

/** States of an import that has written people. */
export const finishedStates: readonly ImportState[] = ['completed', 'completed_with_errors', 'cancelled'];

/** Returns the time until which an import can be undone; null if it cannot be undone. */
export function undoDeadline({ state, finished_at }: Pick<Import, 'state' | 'finished_at'>): string | null {
  if (finished_at === null || !finishedStates.includes(state)) return null;
  return new Date(Date.parse(finished_at) + UNDO_DAYS * DAY_MS).toISOString();
}

interface ListQuery {
  search?: string | undefined;
  id?: string | undefined;
  ordering?: ImportOrder;
}

type Listed = Omit<ImportRow, 'success' | 'undo_until'>;

function viewOf(row: Listed, now: string): ImportRow {
  const until = undoDeadline(row);
  return {
    ...row,
    success: row.created + row.updated + row.unchanged,
    undo_until: until !== null && until > now ? until : null,
  };
}

/**
 * Returns a sorted page of imports; with `id`, only the import with that id. Imports with equal values are ordered
 * by id.
 */
export async function listImports(
  context: RowsContext,
  { search, id, ordering = '-created_at' }: ListQuery,
  { offset, limit }: PageSpan,
): Promise<PageResult<ImportRow>> {
  const pattern = containsPattern(search);
  const byName = pattern === null ? sql<boolean>`true` : sql<boolean>`i.filename ilike ${pattern}`;
  const matches = id === undefined ? byName : sql<boolean>`(${byName} and i.id = ${id})`;
  const direction = ordering.startsWith('-') ? 'desc' : 'asc';
  const all = visibleImports(context);
  const rows = await all
    .leftJoinLateral(lastOfSameFile, (join) => join.onTrue())
    .select(columns)
    .where(matches)
    .orderBy(sql.ref(`i.${ordering.replace('-', '')}`), direction)
    .orderBy('i.id', direction)
    .offset(offset)
    .limit(limit)
    .execute();
  const found = await all.select(countColumns(matches)).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => viewOf(row, context.received_at)), ...found };
}

export async function importById(context: RowsContext, id: string): Promise<ImportRow | null> {
  return (await listImports(context, { id }, { offset: 0, limit: 1 })).rows[0] ?? null;
}

/** Locks an import and returns it; null if it is missing. */
export async function lockImport(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  id: string,
): Promise<Import | null> {
  const query = tx.selectFrom('imports').selectAll().where('scope', '=', scope).where('id', '=', id);
  return (await query.forUpdate().executeTakeFirst()) ?? null;
}

export async function updateImport(
  { tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>,
  id: string,
  values: Partial<Omit<Import, 'settings'>> & { settings?: string },
): Promise<void> {
  await tx.updateTable('imports').set(values).where('scope', '=', scope).where('id', '=', id).execute();
}

/** Counts the rows of an import by disposition, and the imported rows with warnings. Stores the counts. */
export async function recountRows({ tx, scope }: Pick<HandlerContext, 'tx' | 'scope'>, id: string): Promise<void> {
  await sql`update imports i set created = n.created, updated = n.updated, unchanged = n.unchanged,
      skipped = n.skipped, failed = n.failed, warnings = n.warnings
    from (select count(*) filter (where disposition = 'create') as created,
        count(*) filter (where disposition = 'update') as updated,
        count(*) filter (where disposition = 'unchanged') as unchanged,
        count(*) filter (where disposition = 'skip') as skipped,
        count(*) filter (where disposition = 'error') as failed,
        count(*) filter (where disposition in ('create', 'update', 'unchanged') and issues <> '[]') as warnings
      from import_rows where scope = ${scope} and import_id = ${id}) n
    where i.scope = ${scope} and i.id = ${id}`.execute(tx);
}

const isRowGroup = (only: string): only is RowGroup => rowGroups.some((group) => group === only);

const conditionOf: Record<RowGroup, RawBuilder<boolean>> = {
  warning: sql`(r.disposition in ('create', 'update', 'unchanged') and r.issues <> '[]')`,
  changed: sql`r.was is not null`,
  kept: sql`r.kept_reason is not null`,
};

/** Returns a page of the rows of an import that have a given disposition or belong to a given group of rows. */
export async function listImportRows(
  { tx, caller }: RowsContext,
  import_id: string,
  only: Disposition | RowGroup,
  { offset, limit }: PageSpan,
): Promise<PageResult<ImportPlanRow>> {
  const matches = isRowGroup(only) ? conditionOf[only] : sql<boolean>`r.disposition = ${only}`;
  const all = tx
    .selectFrom('import_rows as r')
    .where('r.scope', '=', caller.scope)
    .where('r.import_id', '=', import_id);
  const rows = await all
    .leftJoin('users as p', (join) => join.onRef('p.scope', '=', 'r.scope').onRef('p.id', '=', 'r.person_id'))
    .select(['r.index', 'r.line', 'r.disposition', 'r.cells', 'r.issues', 'r.values', 'r.person_id', 'r.was'])
    .select('r.kept_reason as kept')
    .select(sql<string>`coalesce(${personName('p')}, '')`.as('person_name'))
    .where(matches)
    .orderBy('r.index')
    .offset(offset)
    .limit(limit)
    .execute();
  const found = await all.select(countColumns(matches)).executeTakeFirstOrThrow();
  const views = rows.map(({ values, person_id, person_name, ...row }) => ({
    ...row,
    fields: row.disposition === 'update' ? Object.keys(values) : [],
    person: person_id === null ? null : { id: person_id, name: person_name },
  }));
  return { rows: views, ...found };
}
