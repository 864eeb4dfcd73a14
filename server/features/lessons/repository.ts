import { sql } from 'kysely';
import type { Category } from '../../../contract/entities/category.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import { inRevRange } from '../../db/rev-range.ts';
import type { RowChange, RowsContext } from '../../handlers.ts';
import { containsPattern, countColumns } from '../../http/paging.ts';
import { entitlementRevWithin } from '../subscription/entitlement.ts';
import { isLessonVisible } from './visible.ts';

const categoryColumns = ['id', 'rev', 'slug', 'title', 'description', 'language', 'color', 'position'] as const;
const summaryColumns = [
  'l.id',
  'l.rev',
  'l.category_id',
  'l.title',
  'l.language',
  'l.position',
  'l.duration_min',
  'l.free',
  'l.media',
] as const;
const lessonColumns = [...summaryColumns, 'l.body', 'l.transcript'] as const;

export type LessonSummaryRow = Omit<Lesson, 'body' | 'transcript'>;

const categoriesOf = ({ tx, caller }: RowsContext) => tx.selectFrom('categories').where('scope', '=', caller.scope);

export async function readChangedCategories(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'categories'>[]> {
  const rows = await categoriesOf(context)
    .select([...categoryColumns, 'deleted_at'])
    .$call(inRevRange('rev', 'id', { after, upTo, limit }))
    .execute();
  return rows.map(({ deleted_at, ...row }) =>
    deleted_at === null
      ? { op: 'put', id: row.id, rev: row.rev, row: row as Category }
      : { op: 'del', id: row.id, rev: row.rev },
  );
}

export async function readCategoryPage(context: RowsContext, after: string | null, limit: number): Promise<Category[]> {
  const query = categoriesOf(context)
    .select(categoryColumns)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit);
  return (await (after === null ? query : query.where('id', '>', after)).execute()) as Category[];
}

export async function allCategories(context: RowsContext): Promise<Category[]> {
  const query = categoriesOf(context)
    .select(categoryColumns)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id');
  return (await query.execute()) as Category[];
}

export async function countCategories(context: RowsContext): Promise<number> {
  const query = categoriesOf(context)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

export async function categoryById(context: RowsContext, id: string): Promise<Category | null> {
  const row = await categoriesOf(context)
    .select(categoryColumns)
    .where('deleted_at', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst();
  return (row as Category | undefined) ?? null;
}

const lessonsOf = ({ tx, caller }: RowsContext) => tx.selectFrom('lessons as l').where('l.scope', '=', caller.scope);

const visibleLessons = (context: RowsContext) =>
  lessonsOf(context).where('l.deleted_at', 'is', null).where(isLessonVisible(context.caller, 'l'));

/**
 * Returns changed lessons, and all paid lessons if the caller's access to them changed. A lesson that the caller may no
 * longer read is reported as `gone`, and its text is not read from the database. See: [Note: Entitled rows]
 */
export async function readChangedLessons(
  context: RowsContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<RowChange<'lessons'>[]> {
  const visible = isLessonVisible(context.caller, 'l');
  const entitledRev = entitlementRevWithin(context.caller, after, upTo);
  const changedRev =
    entitledRev === null
      ? sql<number>`l.rev`
      : sql<number>`case when l.free or l.deleted_at is not null then l.rev else greatest(l.rev, ${entitledRev}) end`;
  const rows = await lessonsOf(context)
    .select([
      ...summaryColumns,
      'l.deleted_at',
      changedRev.as('changed_rev'),
      visible.as('visible'),
      sql<string>`case when ${visible} then l.body else '' end`.as('body'),
      sql<string>`case when ${visible} then l.transcript else '' end`.as('transcript'),
    ])
    .where(changedRev, '>', after)
    .where(changedRev, '<=', upTo)
    .orderBy(changedRev)
    .orderBy('l.id')
    .limit(limit)
    .execute();
  return rows.map(({ deleted_at, visible: isVisible, changed_rev: rev, ...row }) => {
    const { id } = row;
    if (deleted_at !== null) return { op: 'del', id, rev };
    return isVisible ? { op: 'put', id, rev, row: row as Lesson } : { op: 'gone', id, rev };
  });
}

export async function readLessonPage(context: RowsContext, after: string | null, limit: number): Promise<Lesson[]> {
  const query = visibleLessons(context).select(lessonColumns).orderBy('l.id').limit(limit);
  return (await (after === null ? query : query.where('l.id', '>', after)).execute()) as Lesson[];
}

export async function countLessons(context: RowsContext): Promise<number> {
  return (
    await visibleLessons(context)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

export async function lessonById(context: RowsContext, id: string): Promise<Lesson | null> {
  const row = await visibleLessons(context).select(lessonColumns).where('l.id', '=', id).executeTakeFirst();
  return (row as Lesson | undefined) ?? null;
}

/**
 * Returns the duration of a lesson, from which required reading time is computed; undefined if the caller may not read
 * the lesson.
 */
export function lessonLength(context: RowsContext, id: string): Promise<{ duration_min: number } | undefined> {
  return visibleLessons(context).select('l.duration_min').where('l.id', '=', id).executeTakeFirst();
}

export async function listLessons(
  context: RowsContext,
  filter: { category: string | null; search: string | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: LessonSummaryRow[]; count: number; total_count: number }> {
  const pattern = containsPattern(filter.search);
  const inCategory = filter.category === null ? sql<boolean>`true` : sql<boolean>`l.category_id = ${filter.category}`;
  const matches = pattern === null ? inCategory : sql<boolean>`(${inCategory} and l.title ilike ${pattern})`;
  const rows = await visibleLessons(context)
    .innerJoin('categories as c', (join) => join.onRef('c.scope', '=', 'l.scope').onRef('c.id', '=', 'l.category_id'))
    .select(summaryColumns)
    .where(matches)
    .orderBy('c.position')
    .orderBy('l.position')
    .orderBy('l.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const counts = await visibleLessons(context).select(countColumns(matches)).executeTakeFirstOrThrow();
  return { rows: rows as LessonSummaryRow[], ...counts };
}

/**
 * Returns unfinished lessons for the dashboard: first the lessons that the caller has started, most recently read
 * first; then the next lessons in the user's language; then all others.
 */
export async function readDashboardLessons(context: RowsContext, limit: number): Promise<LessonSummaryRow[]> {
  const { user_id, user } = context.caller;
  const rows = await visibleLessons(context)
    .innerJoin('categories as c', (join) => join.onRef('c.scope', '=', 'l.scope').onRef('c.id', '=', 'l.category_id'))
    .leftJoin('lesson_progress as p', (join) =>
      join.onRef('p.scope', '=', 'l.scope').onRef('p.lesson_id', '=', 'l.id').on('p.user_id', '=', user_id),
    )
    .select(summaryColumns)
    .where((eb) => eb.or([eb('p.state', 'is', null), eb('p.state', '=', 'started')]))
    .orderBy('p.last_read_at', (order) => order.desc().nullsLast())
    .orderBy(sql`(l.language = ${user.language})`, 'desc')
    .orderBy('c.position')
    .orderBy('l.position')
    .orderBy('l.id')
    .limit(limit)
    .execute();
  return rows as LessonSummaryRow[];
}
