import { Refused } from '../../../contract/errors.ts';
import type { WriteHandler } from '../../handlers.ts';
import { lockNotification } from './repository.ts';

/** Marks a notification of the caller as read. Throws `not_found` for a notification of another user. */
export const readNotificationHandler: WriteHandler<'notification.read'> = async (context, { id, corrected_at }) => {
  const row = await lockNotification(context, id);
  if (!row) throw new Refused('not_found');
  if (row.read_at !== null) return { row, rev: row.rev };
  const { tx, scope, received_at, caller } = context;
  const changed = { read_at: corrected_at, rev: await context.nextRev() };
  await tx
    .updateTable('notifications')
    .set({ ...changed, updated_at: received_at })
    .where('scope', '=', scope)
    .where('id', '=', id)
    .execute();
  context.poke([caller.user_id]);
  return { row: { ...row, ...changed }, rev: changed.rev };
};
