import { Refused } from '../../../contract/errors.ts';
import type { WriteHandler } from '../../handlers.ts';
import { newsReadOf, markNewsRead } from './reads-repository.ts';
import { newsItemExisted } from './repository.ts';

/** Marks a news item as read by the caller. Throws `not_found` if no such item ever existed. */
export const readNewsHandler: WriteHandler<'news.read'> = async (context, { id, corrected_at }) => {
  const existing = await newsReadOf(context, id);
  if (existing) return { row: existing, rev: existing.rev };
  if (!(await newsItemExisted(context, id))) throw new Refused('not_found');
  const rev = await context.nextRev();
  await markNewsRead(context, { news_id: id, rev, read_at: corrected_at, received_at: context.received_at });
  context.poke([context.caller.user_id]);
  const row = await newsReadOf(context, id);
  return { row, rev: row?.rev ?? rev };
};
