import { Refused } from '../../../contract/errors.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { meRows } from '../accounts/rows.ts';
import { lockSettings, saveSettings, type Settings } from './repository.ts';

const names = ['language', 'theme', 'text_size'] as const;

async function shown(context: HandlerContext): Promise<WriteOutcome> {
  const row = await meRows.one(context, context.caller.user_id);
  if (!row) throw new Refused('not_found');
  return { row, rev: row.rev };
}

/** The last one to choose wins, field by field. Throws `not_found` for anybody's settings but one's own. */
export const updateSettingsHandler: WriteHandler<'settings.update'> = async (context, { id, args }) => {
  const { tx, caller, received_at } = context;
  const row = id === caller.user_id ? await lockSettings(tx, caller) : undefined;
  if (!row) throw new Refused('not_found');
  const changed = names.filter((name) => args[name] !== undefined && args[name] !== row[name]);
  if (changed.length === 0) return shown(context);
  const rev = await context.nextRev();
  const patch: Settings = Object.fromEntries(changed.map((name) => [name, args[name]]));
  const field_revs = { ...row.field_revs, ...Object.fromEntries(changed.map((name) => [name, rev])) };
  await saveSettings(tx, caller, patch, { field_revs, rev, updated_at: received_at });
  context.poke([caller.user_id]);
  return shown(context);
};
