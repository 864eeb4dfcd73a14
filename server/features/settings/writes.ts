import { Refused } from '../../../contract/errors.ts';
import type { Args } from '../../../contract/writes/index.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { meRows } from '../accounts/rows.ts';
import { selfAndResponsibleOf } from '../contacts/person.ts';
import { usablePhoto } from '../contacts/stored-photo.ts';
import { lockOwnAccount, saveOwnAccount, type OwnFields } from './repository.ts';

async function currentOutcome(context: HandlerContext): Promise<WriteOutcome> {
  const row = await meRows.one(context, context.caller.user_id);
  if (!row) throw new Refused('not_found');
  return { row, rev: row.rev };
}

/**
 * Changes fields of the caller's own account. If two devices change the same field, the last write wins. Throws
 * `not_found` for any other account.
 */
async function change(
  context: HandlerContext,
  id: string,
  fields: Args<'settings.update'> & Args<'me.update'> & Pick<OwnFields, 'avatar_sha256'>,
): Promise<WriteOutcome> {
  const { tx, caller, received_at } = context;
  const row = id === caller.user_id ? await lockOwnAccount(tx, caller) : undefined;
  if (!row) throw new Refused('not_found');
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const changed = names.filter((name) => fields[name] !== undefined && fields[name] !== row[name]);
  if (changed.length === 0) return currentOutcome(context);
  const patch: OwnFields = Object.fromEntries(changed.map((name) => [name, fields[name]]));
  await saveOwnAccount(tx, row, patch, { rev: await context.nextRev(), updated_at: received_at });
  context.poke(selfAndResponsibleOf(caller.user));
  return currentOutcome(context);
}

export const updateSettingsHandler: WriteHandler<'settings.update'> = (context, { id, args }) =>
  change(context, id, args);

export const updateMeHandler: WriteHandler<'me.update'> = (context, { id, args }) => change(context, id, args);

/** Sets a fully uploaded file as the caller's avatar, or removes the avatar. Throws `blob_missing`, `not_found`. */
export const avatarHandler: WriteHandler<'me.avatar'> = async (context, { id, args }) => {
  const photo = args.photo && (await usablePhoto(context, args.photo.sha256));
  if (args.photo && !photo) throw new Refused('blob_missing');
  return change(context, id, { avatar_sha256: photo?.sha256 ?? null });
};
