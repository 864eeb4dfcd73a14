import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Caller } from '../../handlers.ts';
import { isLessonVisible } from './visible.ts';

/**
 * Whether the caller may play a video or audio file, which requires that the caller may read a lesson that contains the
 * file.
 */
export async function mayPlay(db: Db, caller: Caller, sha256: string): Promise<boolean> {
  const lesson = await db
    .selectFrom('lessons as l')
    .select('l.id')
    .where('l.scope', '=', caller.scope)
    .where('l.deleted_at', 'is', null)
    .where(isLessonVisible(caller, 'l'))
    .where(sql<boolean>`l.media @> ${JSON.stringify([{ sha256 }])}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return lesson !== undefined;
}
